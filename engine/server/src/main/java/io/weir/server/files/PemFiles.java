package io.weir.server.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * The PEM files of a server's TLS identity.
 *
 * @param chain the server's certificate first, then each issuer after the certificate that it
 *     issued
 * @param key the private key of the first certificate, in PKCS#8, PKCS#1 or SEC 1, not encrypted
 */
public record PemFiles(Path chain, Path key) {

  /**
   * Reads both files. Blocks. Fails with {@link CertificateUnusable} if a file is invalid or the
   * key does not belong to the certificate.
   */
  ServerIdentity read() throws IOException {
    var certificates = readChain();
    var leaf = certificates.get(0).getPublicKey();
    var privateKey = PemKey.parse(key, readText(key), leaf);
    if (!KeyPairs.belongTogether(privateKey, leaf)) {
      throw new CertificateUnusable(
          key,
          "is not the key of the first certificate in " + chain + ". Configure a matching pair.");
    }
    return new ServerIdentity(privateKey, certificates);
  }

  private List<X509Certificate> readChain() throws IOException {
    var certificates = certificates(chain);
    requireOrder(certificates);
    return certificates;
  }

  /**
   * Reads a file of one certificate or more. Blocks. Fails with {@link CertificateUnusable} if it
   * is invalid.
   */
  static List<X509Certificate> certificates(Path file) throws IOException {
    var bytes = readText(file).getBytes(StandardCharsets.ISO_8859_1);
    try {
      var certificates =
          CertificateFactory.getInstance("X.509")
              .generateCertificates(new ByteArrayInputStream(bytes))
              .stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (certificates.isEmpty()) {
        throw new CertificateUnusable(file, "contains no certificate: expected BEGIN CERTIFICATE.");
      }
      return certificates;
    } catch (CertificateException e) {
      throw new CertificateUnusable(
          file, "contains a damaged certificate, or is not a file of PEM certificates.", e);
    }
  }

  private void requireOrder(List<X509Certificate> certificates) throws CertificateUnusable {
    for (var i = 1; i < certificates.size(); i++) {
      var issuer = certificates.get(i - 1).getIssuerX500Principal();
      if (!issuer.equals(certificates.get(i).getSubjectX500Principal())) {
        throw new CertificateUnusable(
            chain,
            "certificate " + (i + 1) + " did not issue certificate " + i
                + ". Put the server's certificate first, then each issuer after the certificate that it issued.");
      }
    }
  }

  private static String readText(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
