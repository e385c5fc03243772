package io.weir.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder.Algorithm;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that cannot be served with are refused at the start, each with what is to be done about it. */
final class PemFilesTest {

  @TempDir
  Path folder;

  private TestCertificates certificates;

  @BeforeEach
  void prepare() {
    certificates = new TestCertificates(folder);
  }

  @ParameterizedTest
  @EnumSource(names = {"ecp256", "rsa2048", "ed25519"})
  void aPairOfEachUsualKindIsRead(Algorithm algorithm) throws IOException {
    var bundle = TestCertificates.issued(TestCertificates.authority("CN=root"), algorithm);

    var identity = certificates.write("pair", bundle).read();

    assertThat(identity.certificate()).isEqualTo(bundle.getCertificate());
    assertThat(identity.toString()).contains("CN=127.0.0.1").doesNotContain("PRIVATE");
  }

  @Test
  void aKeyOfAnotherCertificateIsRefused() {
    var one = certificates.issue("one");
    var other = certificates.issue("other");

    assertRefused(new PemFiles(one.chain(), other.key()), "is not the key of the first");
  }

  @Test
  void aKeyOfAnotherKindIsRefused() {
    var authority = TestCertificates.authority("CN=root");
    var curve = certificates.write("curve", TestCertificates.issued(authority));
    var rsa = certificates.write("rsa", TestCertificates.issued(authority, Algorithm.rsa2048));

    assertRefused(new PemFiles(curve.chain(), rsa.key()), "no EC key");
  }

  @Test
  void anEncryptedKeyIsRefusedAndTheReasonIsGiven() {
    var chain = certificates.issue("plain").chain();
    var key =
        certificates.write("locked", "", pem("ENCRYPTED PRIVATE KEY", "AAAA")).key();

    assertRefused(new PemFiles(chain, key), "is encrypted", "openssl pkey");
  }

  @Test
  void theFormsOfEncryptionBeforePkcs8AreRecognisedToo() {
    var chain = certificates.issue("plain").chain();
    var key = certificates
        .write("locked", "", pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK: AES,00\n\nAAAA"))
        .key();

    assertRefused(new PemFiles(chain, key), "is encrypted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA PRIVATE KEY", "EC PRIVATE KEY"})
  void anOldFormOfKeyIsRefusedWithTheCommandThatConvertsIt(String label) {
    var chain = certificates.issue("plain").chain();
    var key = certificates.write("old", "", pem(label, "AAAA")).key();

    assertRefused(new PemFiles(chain, key), "old form " + label, "openssl pkcs8");
  }

  @Test
  void filesThatAreSwappedAreRefused() {
    var files = certificates.issue("pair");

    assertRefused(new PemFiles(files.key(), files.chain()), "else than PEM certificates");
    assertRefused(new PemFiles(files.chain(), files.chain()), "no private key");
  }

  @Test
  void anEmptyChainIsRefused() {
    var key = certificates.issue("pair").key();

    assertRefused(new PemFiles(certificates.write("empty", "", "").chain(), key), "no certificate");
  }

  @Test
  void aChainInDisorderIsRefused() {
    var root = TestCertificates.authority("CN=root");
    var stranger = TestCertificates.authority("CN=stranger");
    var leaf = TestCertificates.issued(root);
    var files = certificates.write(
        "disorder",
        leaf.getCertificatePEM() + stranger.getCertificatePEM(),
        leaf.getPrivateKeyPEM());

    assertRefused(files, "certificate 2 did not issue certificate 1");
  }

  @Test
  void aFileThatIsMissingIsNamed() {
    var files = certificates.issue("pair");

    assertThatThrownBy(() -> new PemFiles(files.chain(), folder.resolve("gone.key")).read())
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("gone.key");
  }

  private static String pem(String label, String body) {
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  private static void assertRefused(PemFiles files, String... said) {
    assertThatThrownBy(files::read)
        .isInstanceOf(CertificateUnusable.class)
        .hasMessageContainingAll(said);
  }
}
