// Runs veraPDF's own validator with its PDF/UA-1 profile over the files named; prints a line for each.
import java.io.FileInputStream;
import java.io.InputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.profiles.Profiles;
import org.verapdf.pdfa.validation.profiles.ValidationProfile;

public class VeraUA {
    public static void main(String[] files) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        ValidationProfile profile;
        try (InputStream xml = VeraUA.class.getClassLoader()
                .getResourceAsStream("org/verapdf/pdfa/validation/PDFUA-1.xml")) {
            profile = Profiles.profileFromXml(xml);
        }
        int failed = 0;
        for (String file : files) {
            try (InputStream in = new FileInputStream(file);
                    PDFAParser parser = Foundries.defaultInstance().createParser(in, profile.getPDFAFlavour());
                    PDFAValidator validator = Foundries.defaultInstance().createValidator(profile, false)) {
                ValidationResult result = validator.validate(parser);
                System.out.println((result.isCompliant() ? "PASS " : "FAIL ") + result.getTotalAssertions() + " " + file);
                if (!result.isCompliant()) {
                    failed++;
                    for (TestAssertion a : result.getTestAssertions()) {
                        if (a.getStatus() == TestAssertion.Status.FAILED) {
                            System.out.println("  " + a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber()
                                + " " + a.getMessage() + " @ " + a.getLocation().getContext());
                        }
                    }
                }
            }
        }
        System.exit(failed == 0 ? 0 : 1);
    }
}
