package io.weir.server.auth;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The public keys of a token issuer, as a JSON Web Key set (RFC 7517, section 5).
 *
 * <p>Any thread: {@link #replaceWith} writes the set that {@link #select} reads. {@code select}
 * records when a token names a key that the set does not contain, because the issuer may have
 * rotated its keys. {@link #takeMissing} reports this to the thread that fetches keys.
 */
public final class IssuerKeys {

  private volatile JWKSet set;
  private final AtomicBoolean missing = new AtomicBoolean();

  private IssuerKeys(JWKSet set) {
    this.set = set;
  }

  /**
   * Parses a key set. Fails with {@link IOException} if the text is not a key set or contains no
   * public key.
   */
  public static IssuerKeys parse(String json) throws IOException {
    return new IssuerKeys(read(json));
  }

  /**
   * Replaces the keys with those in the text. Fails as {@link #parse} does and then keeps the
   * current keys.
   */
  public void replaceWith(String json) throws IOException {
    set = read(json);
  }

  List<JWK> select(JWKSelector selector) {
    var found = selector.select(set);
    if (found.isEmpty() && !missing.get()) {
      missing.set(true);
    }
    return found;
  }

  /** Returns whether a token has named an unknown key since the last call. */
  public boolean takeMissing() {
    return missing.getAndSet(false);
  }

  /** Parses a key set and drops private keys, which a file may contain by mistake. */
  private static JWKSet read(String json) throws IOException {
    try {
      var keys = JWKSet.parse(json).toPublicJWKSet();
      if (keys.isEmpty()) {
        throw new IOException("The issuer's key set contains no public key.");
      }
      return keys;
    } catch (ParseException e) {
      throw new IOException("The issuer's keys are not a JSON Web Key set: " + e.getMessage(), e);
    }
  }
}
