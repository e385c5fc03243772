package io.weir.server.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rejects unusable files at start-up and names the remedy. */
final class PemFilesTest {

  /**
   * Output of {@code openssl ecparam -name prime256v1 -genkey -noout}. The key is used in this test
   * only.
   */
  private static final String OPENSSL_KEY = """
      -----BEGIN EC PRIVATE KEY-----
      MHcCAQEEIEQKCss8G8GN8wWCLLtECmdis5NKecil1xiTozFGz+LLoAoGCCqGSM49
      AwEHoUQDQgAEN9A7m9rv0mOxfDWWb9TP47kj+Zy0VJwmfIXSlWc//DgP3rdV4QZ/
      S93MwIiGkcwURRsMELFzCFiY4lASJMTJhg==
      -----END EC PRIVATE KEY-----
      """;

  /** Output of {@code openssl req -x509 -new} for the key. */
  private static final String OPENSSL_CERTIFICATE = """
      -----BEGIN CERTIFICATE-----
      MIIBgDCCASWgAwIBAgIUb+r3lYXNiud40PQp1Q/v2Q1nLs0wCgYIKoZIzj0EAwIw
      FDESMBAGA1UEAwwJd2Vpci10ZXN0MCAXDTI2MTEyNDIyMDEwNFoYDzIxMjYxMDMx
      MjIwMTA0WjAUMRIwEAYDVQQDDAl3ZWlyLXRlc3QwWTATBgcqhkjOPQIBBggqhkjO
      PQMBBwNCAAQ30Dub2u/SY7F8NZZv1M/juSP5nLRUnCZ8hdKVZz/8OA/et1XhBn9L
      3czAiIaRzBRFGwwQsXMIWJjiUBIkxMmGo1MwUTAdBgNVHQ4EFgQUuHWe+5+Y4BUe
      w377qZ3nDa0K0UYwHwYDVR0jBBgwFoAUuHWe+5+Y4BUew377qZ3nDa0K0UYwDwYD
      VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEAsZ2RpvMug95PF2frzBXZ
      DfApLSjpxfWOtfG+RFZ1gW4CIQDBxmFRilT08+QxLSlaOEJd6MNww9BJ90YWIbw9
      GguyVw==
      -----END CERTIFICATE-----
      """;

  @TempDir
  Path folder;

  private TestCertificates certificates;

  @BeforeEach
  void prepare() {
    certificates = new TestCertificates(folder);
  }

  @ParameterizedTest
  @EnumSource(names = {"ecp256", "rsa2048", "ed25519"})
  void pairOfEachCommonAlgorithmIsRead(Algorithm algorithm) throws IOException {
    var bundle = TestCertificates.issued(TestCertificates.authority("CN=root"), algorithm);

    var identity = certificates.write("pair", bundle).read();

    assertThat(identity.certificate()).isEqualTo(bundle.getCertificate());
    assertThat(identity.toString()).contains("CN=127.0.0.1").doesNotContain("PRIVATE");
  }

  @Test
  void keyOfAnotherCertificateIsRejected() {
    var one = certificates.issue("one");
    var other = certificates.issue("other");

    assertRejected(new PemFiles(one.chain(), other.key()), "is not the key of the first");
  }

  @Test
  void keyOfAnotherAlgorithmIsRejected() {
    var authority = TestCertificates.authority("CN=root");
    var curve = certificates.write("curve", TestCertificates.issued(authority));
    var rsa = certificates.write("rsa", TestCertificates.issued(authority, Algorithm.rsa2048));

    assertRejected(new PemFiles(curve.chain(), rsa.key()), "not the EC key");
  }

  @Test
  void encryptedKeyIsRejectedWithAReason() {
    var chain = certificates.issue("plain").chain();
    var key =
        certificates.write("locked", "", pem("ENCRYPTED PRIVATE KEY", "AAAA")).key();

    assertRejected(new PemFiles(chain, key), "is encrypted", "openssl pkey");
  }

  @Test
  void encryptedKeyInALegacyFormIsRejected() {
    var chain = certificates.issue("plain").chain();
    var key = certificates
        .write("locked", "", pem("RSA PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\nDEK: AES,00\n\nAAAA"))
        .key();

    assertRejected(new PemFiles(chain, key), "is encrypted");
  }

  @ParameterizedTest
  @ValueSource(strings = {"DSA PRIVATE KEY", "OPENSSH PRIVATE KEY"})
  void unknownFormOfKeyIsRejectedWithACommandThatConvertsIt(String label) {
    var chain = certificates.issue("plain").chain();
    var key = certificates.write("old", "", pem(label, "AAAA")).key();

    assertRejected(new PemFiles(chain, key), "has the unsupported form " + label, "openssl pkcs8");
  }

  @ParameterizedTest
  @EnumSource(names = {"rsa2048", "rsa4096", "ecp256", "ecp384"})
  void keyInALegacyFormIsRead(Algorithm algorithm) throws IOException {
    var bundle = TestCertificates.issued(TestCertificates.authority("CN=root"), algorithm);
    var older = pem(label(bundle), Base64.getMimeEncoder().encodeToString(unwrapped(bundle)));
    var text =
        "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n" + older;

    var identity =
        certificates.write("older", bundle.getCertificatePathPEM(), text).read();

    assertThat(identity.key()).isEqualTo(bundle.getKeyPair().getPrivate());
  }

  /** OpenSSL writes the key with its parameters and its public key. */
  @Test
  void keyWrittenByOpensslIsRead() throws IOException {
    var identity =
        certificates.write("openssl", OPENSSL_CERTIFICATE, OPENSSL_KEY).read();

    assertThat(identity.key().getAlgorithm()).isEqualTo("EC");
  }

  @ParameterizedTest
  @EnumSource(names = {"rsa2048", "ecp256"})
  void damagedKeyInALegacyFormIsRejected(Algorithm algorithm) {
    var bundle = TestCertificates.issued(TestCertificates.authority("CN=root"), algorithm);
    var whole = unwrapped(bundle);
    var damaged = List.of(
        Arrays.copyOf(whole, whole.length - 1),
        Arrays.copyOf(whole, whole.length + 1),
        Arrays.copyOf(whole, 1),
        new byte[0],
        new byte[] {0x30, (byte) 0x84, 0, 0, 0, 1},
        new byte[] {0x31, 0});

    for (var bytes : damaged) {
      var text = pem(label(bundle), Base64.getMimeEncoder().encodeToString(bytes));
      assertRejected(
          certificates.write("damaged", bundle.getCertificatePathPEM(), text), "is damaged");
    }
  }

  @Test
  void keyOfAnotherCertificateInALegacyFormIsRejected() {
    var authority = TestCertificates.authority("CN=root");
    var one = TestCertificates.issued(authority);
    var other = TestCertificates.issued(authority);
    var rsa = TestCertificates.issued(authority, Algorithm.rsa2048);
    var key = pem(label(one), Base64.getMimeEncoder().encodeToString(unwrapped(one)));

    assertRejected(
        certificates.write("other", other.getCertificatePathPEM(), key),
        "not the key of the first");
    assertRejected(certificates.write("rsa", rsa.getCertificatePathPEM(), key), "not the RSA key");
  }

  private static String label(X509Bundle bundle) {
    return bundle.getKeyPair().getPrivate().getAlgorithm() + " PRIVATE KEY";
  }

  /** Returns the key in its PKCS#1 or SEC 1 form, which is the third element of PKCS#8. */
  private static byte[] unwrapped(X509Bundle bundle) {
    var whole = ByteBuffer.wrap(bundle.getKeyPair().getPrivate().getEncoded());
    skipHeader(whole);
    skip(whole);
    skip(whole);
    var key = new byte[skipHeader(whole)];
    whole.get(key);
    return key;
  }

  private static void skip(ByteBuffer bytes) {
    var length = skipHeader(bytes);
    bytes.position(bytes.position() + length);
  }

  private static int skipHeader(ByteBuffer bytes) {
    bytes.get();
    var first = bytes.get();
    if (first >= 0) {
      return first;
    }
    var length = 0;
    for (var i = 0; i < (first & 0x7F); i++) {
      length = length << 8 | bytes.get() & 0xFF;
    }
    return length;
  }

  @Test
  void swappedFilesAreRejected() {
    var files = certificates.issue("pair");

    assertRejected(new PemFiles(files.key(), files.chain()), "not a file of PEM certificates");
    assertRejected(new PemFiles(files.chain(), files.chain()), "no private key");
  }

  @Test
  void emptyChainIsRejected() {
    var key = certificates.issue("pair").key();

    assertRejected(
        new PemFiles(certificates.write("empty", "", "").chain(), key), "no certificate");
  }

  @Test
  void chainInWrongOrderIsRejected() {
    var root = TestCertificates.authority("CN=root");
    var stranger = TestCertificates.authority("CN=stranger");
    var leaf = TestCertificates.issued(root);
    var files = certificates.write(
        "disorder",
        leaf.getCertificatePEM() + stranger.getCertificatePEM(),
        leaf.getPrivateKeyPEM());

    assertRejected(files, "certificate 2 did not issue certificate 1");
  }

  @Test
  void missingFileIsNamed() {
    var files = certificates.issue("pair");

    assertThatThrownBy(() -> new PemFiles(files.chain(), folder.resolve("gone.key")).read())
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("gone.key");
  }

  private static String pem(String label, String body) {
    return "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n";
  }

  private static void assertRejected(PemFiles files, String... said) {
    assertThatThrownBy(files::read)
        .isInstanceOf(CertificateUnusable.class)
        .hasMessageContainingAll(said);
  }
}
