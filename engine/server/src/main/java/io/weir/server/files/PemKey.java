package io.weir.server.files;

import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads a private key from PEM text: {@code PRIVATE KEY} (RFC 7468, section 10), {@code RSA PRIVATE
 * KEY} (PKCS#1, RFC 8017) or {@code EC PRIVATE KEY} (SEC 1, RFC 5915). Encrypted keys are rejected.
 */
final class PemKey {

  private static final Pattern BLOCK = Pattern.compile(
      "-----BEGIN ([A-Z0-9 ]*PRIVATE KEY)-----(.*?)-----END \\1-----", Pattern.DOTALL);
  private static final String PKCS_8 = "PRIVATE KEY";
  private static final Map<String, String> LEGACY_FORMS =
      Map.of("RSA PRIVATE KEY", "RSA", "EC PRIVATE KEY", "EC");
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

  private PemKey() {}

  /**
   * Returns the key in the text. Fails with {@link CertificateUnusable} if there is none or its
   * algorithm is not the certificate's.
   *
   * @param certificateKey public key of the certificate; determines the expected algorithm
   */
  static PrivateKey parse(Path file, String text, PublicKey certificateKey)
      throws CertificateUnusable {
    var algorithm = certificateKey.getAlgorithm();
    var block = BLOCK.matcher(text);
    if (!block.find()) {
      throw new CertificateUnusable(file, "contains no private key: expected BEGIN PRIVATE KEY.");
    }
    var label = block.group(1);
    requirePlain(file, label, block.group(2));
    try {
      var bytes = Base64.getMimeDecoder().decode(block.group(2));
      var whole = label.equals(PKCS_8) ? bytes : toPkcs8(label, bytes, certificateKey);
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(whole));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new CertificateUnusable(
          file,
          "is damaged, or is not the " + algorithm + " key that the certificate requires.",
          e);
    }
  }

  /** Converts a key from PKCS#1 or SEC 1 to PKCS#8. */
  private static byte[] toPkcs8(String label, byte[] key, PublicKey certificateKey)
      throws InvalidKeyException {
    if (!certificateKey.getAlgorithm().equals(LEGACY_FORMS.get(label))) {
      throw new InvalidKeyException("label=" + label);
    }
    return Der.privateKeyInfo(certificateKey.getEncoded(), key);
  }

  private static void requirePlain(Path file, String label, String body)
      throws CertificateUnusable {
    if (label.equals(ENCRYPTED) || body.contains("Proc-Type: 4,ENCRYPTED")) {
      throw new CertificateUnusable(
          file,
          "is encrypted, and the server cannot ask for a password. Decrypt the key (openssl pkey -in "
              + file.getFileName()
              + " -out plain.pem) and restrict access to it (chmod 600 plain.pem).");
    }
    if (!label.equals(PKCS_8) && !LEGACY_FORMS.containsKey(label)) {
      throw new CertificateUnusable(
          file,
          "has the unsupported form " + label + ". Convert it: openssl pkcs8 -topk8 -nocrypt -in "
              + file.getFileName() + " -out key.pem");
    }
  }
}
