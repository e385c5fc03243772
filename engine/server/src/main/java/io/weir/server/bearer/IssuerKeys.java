package io.weir.server.bearer;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import java.io.IOException;
import java.text.ParseException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The public keys of an issuer, as a JSON Web Key set: RFC 7517, section 5.
 *
 * <p>Any thread: {@link #replaceWith} publishes to {@link #select}, which sees one set or the other. A key that is not in the set is
 * remembered as missing: its issuer may have begun to sign with a new one. {@link #takeMissing} tells whoever can fetch it.
 */
public final class IssuerKeys {

  private volatile JWKSet set;
  private final AtomicBoolean missing = new AtomicBoolean();

  private IssuerKeys(JWKSet set) {
    this.set = set;
  }

  /** The keys in the text of a key set. Fails when it is none, or holds no public key. */
  public static IssuerKeys parse(String json) throws IOException {
    return new IssuerKeys(read(json));
  }

  /** Verifies with the keys of this text from now on. Fails likewise, and then changes nothing. */
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

  /** Whether a token named a key that is not in the set, since this was last asked. */
  public boolean takeMissing() {
    return missing.getAndSet(false);
  }

  /** Secret keys that a file may hold by mistake are dropped. */
  private static JWKSet read(String json) throws IOException {
    try {
      var keys = JWKSet.parse(json).toPublicJWKSet();
      if (keys.isEmpty()) {
        throw new IOException("The key set of the issuer holds no public key.");
      }
      return keys;
    } catch (ParseException e) {
      throw new IOException(
          "The key set of the issuer is no JSON Web Key set: " + e.getMessage(), e);
    }
  }
}
