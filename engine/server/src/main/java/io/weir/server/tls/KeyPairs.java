package io.weir.server.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Tells whether a private and a public key are halves of one: what the one signs the other verifies. */
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
      default -> algorithm; // Ed25519 and Ed448 name both
    };
  }
}
