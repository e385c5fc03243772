package io.weir.server.files;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/**
 * Checks whether a private key and a public key form a pair, by signing with one and verifying with
 * the other.
 */
final class KeyPairs {

  private static final byte[] PROBE = {'W', 'e', 'i', 'r'};

  private KeyPairs() {}

  static boolean belongTogether(PrivateKey privateKey, PublicKey publicKey) {
    try {
      var signature = Signature.getInstance(signatureOf(privateKey.getAlgorithm()));
      signature.initSign(privateKey);
      signature.update(PROBE);
      var signed = signature.sign();
      signature.initVerify(publicKey);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException otherKindOfKey) {
      return false;
    }
  }

  private static String signatureOf(String algorithm) {
    return switch (algorithm) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> algorithm; // Ed25519 and Ed448 are names of the key and of the signature
    };
  }
}
