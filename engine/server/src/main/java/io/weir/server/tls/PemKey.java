package io.weir.server.tls;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.regex.Pattern;

/** Reads a private key from PEM text: the form {@code PRIVATE KEY} of RFC 7468, section 10. */
final class PemKey {

  private static final Pattern BLOCK = Pattern.compile(
      "-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final String PKCS_8 = "PRIVATE KEY";
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

  private PemKey() {}

  /**
   * The key in the text.
   *
   * @param algorithm of the certificate's key
   */
  static PrivateKey parse(Path file, String text, String algorithm) throws CertificateUnusable {
    var block = BLOCK.matcher(text);
    if (!block.find()) {
      throw new CertificateUnusable(file, "holds no private key: expected BEGIN PRIVATE KEY.");
    }
    requirePlain(file, block.group(1), block.group(2));
    try {
      var bytes = Base64.getMimeDecoder().decode(block.group(2));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new CertificateUnusable(
          file, "is damaged, or no " + algorithm + " key, which the certificate needs.", e);
    }
  }

  private static void requirePlain(Path file, String label, String body)
      throws CertificateUnusable {
    if (label.equals(ENCRYPTED) || body.contains("Proc-Type: 4,ENCRYPTED")) {
      throw new CertificateUnusable(
          file,
          "is encrypted, and its password would have to lie beside it for a server to start alone. Decrypt it (openssl pkey -in "
              + file.getFileName() + " -out plain.pem) and let nobody else read it (chmod 600).");
    }
    if (!label.equals(PKCS_8)) {
      throw new CertificateUnusable(
          file,
          "is of the old form " + label + ". Convert it: openssl pkcs8 -topk8 -nocrypt -in "
              + file.getFileName() + " -out key.pem");
    }
  }
}
