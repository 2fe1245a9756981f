"""kitgen: layout specs in, proved game kits out.

The map, one line a module; ARCHITECTURE.md tells how they work together.

    alike               faults that are alike, told once
    boards              square grids
    build               slug and options -> checked kit -> proved PDF
    calibrating         printer and paper -> the calibration sheet
    chance              all chance in kitgen
    checking            everything about a kit that can be checked without printing it
    classroom/          what a teacher asks for
    classroom/choices   what a teacher chose
    classroom/loose     the code of a loose sheet -> the request for its key; a mistyped code -> the codes that it ...
    classroom/names     a list of pupils from a CSV file
    classroom/packing   a plan -> everything for the class, as files with names
    classroom/page      the plan of a class as a proved PDF
    classroom/planning  choices -> how many of each sheet a class needs, what that costs in paper and cutting, and ...
    classroom/seating   arithmetic of a class
    classroom/telling   a class plan in words of a language
    classroom/typed     words as a person types codes -> the codes
    cli/                the command line
    cli/calibrate       `kitgen calibrate`
    cli/classes         `kitgen plan` and `pack`
    cli/completing      names that a shell completes, and a near one for each that is mistyped
    cli/completion      `kitgen completion`
    cli/config          the user's defaults
    cli/diagrams        `kitgen diagrams`
    cli/doctor          `kitgen doctor`
    cli/keeping         a pack held against its manifest, each PDF proved again
    cli/key             `kitgen key`
    cli/looking         `kitgen list` and `show`
    cli/making          `kitgen new` and `schema`
    cli/output          writes what was made
    cli/packs           writes a pack whole or not at all
    cli/preview         `kitgen preview`
    cli/proving         `kitgen check` and `verify`
    cli/reading         reads what the user hands in
    cli/replay          `kitgen replay`
    cli/sheets          `kitgen sheet`, `handout` and `practice`
    cli/shells          how zsh and fish are told what completes a word
    cli/stated          what a pack's manifest says of its files
    doctor              whether everything that kitgen needs is there
    drawing             kit -> every figure that its texts and sheets show, each alone on a page
    errors              everything that kitgen refuses, as exceptions that say where, what, and what would do
    games/              the games, found by listing this folder
    kit                 a kit taken off the shelf
    lanes               the wide-integer board
    marks               what can be drawn
    paper/              paper
    paper/blocks        what a rules text is made of
    paper/easel         a page in the making
    paper/fonts         the house's fonts
    paper/furniture     what stands on every sheet alike
    paper/guides        cut guides for boxes on a page
    paper/lines         runs of text to lines that fit
    paper/markdown      rules texts
    paper/moving        drawings moved, turned by half, and parted into what lies inside a box and what bleeds out ...
    paper/pack          object streams for long files
    paper/page          a document before it is a PDF
    paper/palette       what each ink role looks like, in three different drawings
    paper/pdf           document -> PDF bytes, through reportlab
    paper/places        where things come to stand
    paper/prose         sets filled-in rules text
    paper/questions     practice questions on a page
    paper/seal          the seal of a finished file
    paper/setting       everything that the sheets of one build draw from, gathered before the first mark is placed
    paper/sheet         composes the pages of one sheet from its blocks
    paper/slots         parts to cut out, slot by slot
    paper/svg           document of one page -> SVG text
    paper/tables        tables on a page
    paper/tags          structure tree, metadata and attachment, as raw objects of reportlab's own document
    paper/text          rules texts
    play/               playing a record
    play/boardreading   reads what all boards on finished pages share
    play/contract       what the house asks of a game, as protocols
    play/figure         a figure
    play/record         records
    play/replay         game and record -> steps
    play/seen           what a reader sees on a finished page
    play/supply         data files that a shelf lends to a game
    play/typed          numbers that were typed into a text instead of being counted
    play/words          labels and phrases in one language
    play/work           long jobs
    preview/            proved sheets as pictures, and a gallery of them that a browser shows from a file
    preview/gallery     sheets with their pictures -> the files of a gallery
    preview/saying      what is said of kits outside their sheets: whom a sheet is for, what an option means
    preview/shown       a proved PDF -> pictures of its pages, its facts, the words that stand on them, and the ...
    preview/style       how the gallery looks, and the one script that it can do without
    proof/              proof
    proof/anatomy       the skeleton of a finished PDF
    proof/asked         practice questions of a finished file
    proof/child         PDFs from anywhere, proved in a child process bounded in memory, time and size
    proof/compare       a finished PDF against the replay of the records that it carries
    proof/copies        copies proved by groups
    proof/cutouts       parts to cut out
    proof/glyphs        glyphs of a finished PDF against the house's fonts
    proof/lookalikes    two glyphs drawn and laid on each other
    proof/manifest      the manifest that a kit's PDF carries
    proof/objects       a PDF file as objects
    proof/outlines      glyphs of TrueType fonts compared byte by byte
    proof/pdfium        pdfium's functions that the read-back needs, from the library that pypdfium2 ships, and a ...
    proof/pictures      pages of finished PDFs as PNG files
    proof/placing       where things may stand on a page
    proof/planned       the plan of a class read back
    proof/raster        a look at a page's picture for marks that something hides
    proof/readback      PDF bytes -> what stands on each page
    proof/said          what a file says of itself where no page shows it
    proof/sealing       whether a file is, byte for byte, the one that kitgen made
    proof/standing      where strings and artifacts stand on a page, held against the manifest; and the ruler, ...
    proof/streams       content streams, read by a closed grammar
    proof/svg           an SVG against the proved PDF of the same picture
    proof/tabled        tables read back
    shelf               where inputs live
    source              YAML text -> a tree of nodes that know their place
    spec/               layouts
    spec/code           sheet codes
    spec/reader         tree -> checked layout
    spec/schema         the whole grammar of a layout, on one screen
    spec/sense          what the types of the grammar cannot say of a layout
    spec/supply         how many of a sheet a class needs, and whether it is part of a set
    units               lengths and paper
    wording             what a kit's own texts and words must be
    games/<slug>/       one game: engine, diagram, reading, facts, practice, parts, as needed

The import ladder (a module imports from rungs to its left, and inside a rung only from its own folder):
errors < units, chance, alike < source < marks, boards, lanes < play, spec < games < proof, paper, shelf < wording < kit
< build < checking, drawing, calibrating, doctor, preview, classroom < cli.
"""

__version__ = "0.1.0"
