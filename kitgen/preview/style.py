"""How the gallery looks, and the one script that it can do without: it puts a copy button beside each command.

One ink, one accent, hairlines; the sheets are the only pictures. Light and dark follow the reader's own setting.
"""

STYLE = """\
:root{color-scheme:light dark;--ink:#16191f;--mid:#555c64;--line:#c9ced3;--desk:#f5f6f7;--panel:#fff;--accent:#a8340f;
--gap:clamp(1rem,3vw,2.5rem)}
@media(prefers-color-scheme:dark){:root{--ink:#eceef0;--mid:#adb4bb;--line:#454c53;--desk:#15181b;--panel:#1e2226;
--accent:#ffa07a}}
*{box-sizing:border-box}
html{scroll-padding-top:1rem}
body{margin:0;background:var(--desk);color:var(--ink);
font:1rem/1.5 "Source Sans 3","Source Sans Pro",system-ui,"Segoe UI","Noto Sans","Noto Sans CJK SC",sans-serif}
.wide{max-width:84rem;margin:0 auto;padding:0 var(--gap)}
a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:.09em}
a:hover{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:3px;border-radius:2px}
.skip{position:absolute;left:var(--gap);top:-6rem;background:var(--panel);padding:.5rem 1rem;z-index:1}
.skip:focus{top:.5rem}
header{padding:clamp(1.5rem,4vw,3rem) 0 0}
h1,h2,h3{font-weight:600;line-height:1.2;margin:0;overflow-wrap:anywhere}
h1{font-size:clamp(1.7rem,1.3rem + 1.6vw,2.3rem)}
h2{font-size:1.45rem}
h3{font-size:1.08rem}
p{margin:.35rem 0;max-width:68ch}
.quiet,dt{color:var(--mid)}
.also{font-weight:400;font-size:.68em;color:var(--mid);margin-left:.4em}
nav ul{list-style:none;display:flex;flex-wrap:wrap;gap:.35rem 1.4rem;margin:1rem 0 0;padding:0}
nav a{display:inline-block;padding:.2rem 0}
section{margin-top:clamp(2rem,5vw,3.5rem);padding-top:1rem;border-top:1px solid var(--line)}
.sheets{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:2.25rem var(--gap);
grid-template-columns:repeat(auto-fill,minmax(min(100%,15.5rem),1fr))}
.look{display:block;text-decoration:none}
.look h3{text-decoration:underline;text-decoration-color:var(--accent);text-decoration-thickness:.09em;
text-underline-offset:.18em}
.frame{display:flex;align-items:flex-end;aspect-ratio:210/297}
.frame img{max-width:100%;max-height:100%;width:auto;height:auto}
img{display:block;background:#fff;border:1px solid var(--line);box-shadow:0 1px 3px rgb(0 0 0/.1)}
.sheets h3{margin-top:.75rem}
.sheets p{margin:.15rem 0;font-size:.94rem}
.mark{display:inline-block;border:1px solid var(--accent);color:var(--accent);border-radius:3px;padding:0 .4em;
margin-left:.5em;font-size:.82rem;line-height:1.5}
.command{display:flex;flex-wrap:wrap;align-items:flex-start;gap:.4rem;margin-top:.45rem}
code{flex:1 1 11rem;font:.84rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;
background:var(--panel);border:1px solid var(--line);border-radius:3px;padding:.3rem .5rem;overflow-wrap:anywhere;
-webkit-user-select:all;user-select:all}
button{font:inherit;font-size:.84rem;line-height:1.45;color:var(--ink);background:var(--panel);
border:1px solid var(--mid);border-radius:3px;padding:.3rem .6rem;cursor:pointer}
button:hover{border-color:var(--accent);color:var(--accent)}
.sheet{display:grid;gap:var(--gap);margin-top:1.5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:0}
dd{margin:0;overflow-wrap:anywhere}
.stretch{grid-column:1/-1}
.pages{display:grid;gap:var(--gap);min-width:0}
figure{margin:0;min-width:0}
figure img{width:100%;height:auto}
figcaption{margin-top:.5rem;font-size:.94rem;display:flex;flex-wrap:wrap;gap:.2rem 1.4rem}
details{flex:1 1 100%}
summary{cursor:pointer;width:max-content;max-width:100%}
.told{border-left:2px solid var(--line);padding-left:1rem;margin:.5rem 0}
.told .heading{font-weight:600;margin-top:.8rem}
.told .figure{color:var(--mid)}
footer{margin-top:clamp(2.5rem,6vw,4rem);padding:1rem 0 2.5rem;border-top:1px solid var(--line)}
footer nav ul{justify-content:space-between;margin:0}
@media(min-width:60rem){.sheet{grid-template-columns:19rem minmax(0,1fr)}
.facts{position:sticky;top:1.5rem;align-self:start}
.pages.many{grid-template-columns:1fr 1fr}}
@media print{body{background:#fff}.skip,button,nav{display:none}}
"""

SCRIPT = """\
for(const code of document.querySelectorAll(".command code")){const button=document.createElement("button");
button.type="button";button.textContent=document.body.dataset.copy;
button.setAttribute("aria-label",document.body.dataset.copy+": "+code.textContent);
button.addEventListener("click",async()=>{getSelection().selectAllChildren(code);
try{await navigator.clipboard.writeText(code.textContent)}catch{document.execCommand("copy")}
button.textContent=document.body.dataset.copied;setTimeout(()=>button.textContent=document.body.dataset.copy,1500)});
code.after(button)}
"""
