package io.weir.server.auth;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import java.util.List;

/**
 * An account and the keys that open it.
 *
 * @param keys allow everything: one, or two while clients change from the one to the other
 * @param readOnlyKeys allow to read tables and entities, and nothing else: up to two. Ours; the protocol has none
 */
public record Account(AccountName name, List<SharedKey> keys, List<SharedKey> readOnlyKeys) {

  private static final int MAX_KEYS = 2;

  public Account {
    keys = List.copyOf(keys);
    readOnlyKeys = List.copyOf(readOnlyKeys);
    if (keys.isEmpty() || keys.size() > MAX_KEYS || readOnlyKeys.size() > MAX_KEYS) {
      throw new IllegalArgumentException(
          "An account has one or two keys, and up to two for reading. account=" + name + " keys="
              + keys.size() + " readOnlyKeys=" + readOnlyKeys.size());
    }
    requireSameAccount(name, keys);
    requireSameAccount(name, readOnlyKeys);
  }

  /** Without keys for reading only. */
  public Account(AccountName name, List<SharedKey> keys) {
    this(name, keys, List.of());
  }

  /** The account of local development with its published key. */
  public static Account development() {
    return of(AccountName.DEVELOPMENT, SharedKey.DEVELOPMENT_KEY);
  }

  /** An account with one key. Fails with {@code InvalidInput} when it is not Base64. */
  public static Account of(AccountName name, String keyBase64) {
    return new Account(name, List.of(SharedKey.of(name, keyBase64)));
  }

  /** Whether a key that allows everything made the signature. */
  boolean verifies(String stringToSign, String signature) {
    return verifiesWithAny(keys, stringToSign, signature);
  }

  /** Whether a key for reading made it. */
  boolean verifiesReading(String stringToSign, String signature) {
    return verifiesWithAny(readOnlyKeys, stringToSign, signature);
  }

  private static boolean verifiesWithAny(List<SharedKey> keys, String stringToSign, String signature) {
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
            "A key of another account. account=" + name + " key=" + key);
      }
    }
  }
}
