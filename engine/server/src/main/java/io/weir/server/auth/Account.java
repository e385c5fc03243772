package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.util.List;

/**
 * An account and its keys.
 *
 * @param keys grant full access: one key, or two during a key rotation
 * @param readOnlyKeys up to two keys that allow reading tables and entities only. They are an
 *     extension; the protocol has none
 */
public record Account(AccountName name, List<SharedKey> keys, List<SharedKey> readOnlyKeys) {

  private static final int MAX_KEYS = 2;

  public Account {
    keys = List.copyOf(keys);
    readOnlyKeys = List.copyOf(readOnlyKeys);
    if (keys.isEmpty() || keys.size() > MAX_KEYS || readOnlyKeys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "An account has one or two keys and at most two read-only keys. account=" + name
              + " keys=" + keys.size() + " readOnlyKeys=" + readOnlyKeys.size());
    }
    requireSameAccount(name, keys);
    requireSameAccount(name, readOnlyKeys);
  }

  /** Creates an account without read-only keys. */
  public Account(AccountName name, List<SharedKey> keys) {
    this(name, keys, List.of());
  }

  /** Returns the account for local development, with its published key. */
  public static Account development() {
    return of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  }

  /**
   * Returns an account with one key. Fails with {@code InvalidInput} if the key is not valid
   * Base64.
   */
  public static Account of(AccountName name, String keyBase64) {
    return new Account(name, List.of(SharedKey.of(name, keyBase64)));
  }

  /** Returns whether one of the keys with full access created the signature. */
  boolean verifies(String stringToSign, String signature) {
    return verifiesWithAny(keys, stringToSign, signature);
  }

  /** Returns whether one of the read-only keys created the signature. */
  boolean verifiesReading(String stringToSign, String signature) {
    return verifiesWithAny(readOnlyKeys, stringToSign, signature);
  }

  private static boolean verifiesWithAny(
      List<SharedKey> keys, String stringToSign, String signature) {
    for (var key : keys) {
      if (key.verifies(stringToSign, signature)) {
        return true;
      }
    }
    return false;
  }

  private static void requireSameAccount(AccountName name, List<SharedKey> keys) {
    for (var key : keys) {
      if (!key.account().equals(name)) {
        throw new IllegalArgumentException(
            "The key belongs to another account. account=" + name + " key=" + key);
      }
    }
  }
}
