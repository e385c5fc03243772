package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.util.List;

/**
 * An account and the keys that open it.
 *
 * @param keys one, or two while clients change from the one to the other
 */
public record Account(AccountName name, List<SharedKey> keys) {

  private static final int MOST_KEYS = 2;

  public Account {
    keys = List.copyOf(keys);
    if (keys.isEmpty() || keys.size() > MOST_KEYS) {
      throw new IllegalArgumentException(
          "An account has one or two keys. account=" + name + " keys=" + keys.size());
    }
    for (var key : keys) {
      if (!key.account().equals(name)) {
        throw new IllegalArgumentException(
            "A key of another account. account=" + name + " key=" + key);
      }
    }
  }

  /** The account of local development with its published key. */
  public static Account development() {
    return of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  }

  /** An account with one key. Fails with {@code InvalidInput} when it is not Base64. */
  public static Account of(AccountName name, String keyBase64) {
    return new Account(name, List.of(SharedKey.of(name, keyBase64)));
  }

  boolean verifies(String stringToSign, String signature) {
    for (var key : keys) {
      if (key.verifies(stringToSign, signature)) {
        return true;
      }
    }
    return false;
  }
}
