package io.weir.cli.accounts;

import io.weir.api.AccountName;
import io.weir.api.wire.SharedKey;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Accounts and their keys as the file holds them, by name. Immutable; prints no key.
 *
 * @param byName checked keys in Base64
 */
public record StoredAccounts(Map<String, Map<KeySlot, String>> byName) {

  public static final StoredAccounts NONE = new StoredAccounts(Map.of());

  public StoredAccounts {
    SortedMap<String, Map<KeySlot, String>> copy = new TreeMap<>();
    byName.forEach((name, keys) -> copy.put(name, Map.copyOf(keys)));
    byName = Collections.unmodifiableSortedMap(copy);
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  /** Returns whether one of the keys is the published one. */
  public boolean isPublished() {
    return byName.values().stream().anyMatch(keys -> keys.containsValue(SharedKey.DEVELOPMENT_KEY));
  }

  /** Returns the key in a slot; empty when there is none. */
  public Optional<String> key(String name, KeySlot slot) {
    return Optional.ofNullable(byName.getOrDefault(name, Map.of()).get(slot));
  }

  /**
   * Returns a copy with a key in a slot, which replaces the key there. Adds the account if absent.
   */
  public StoredAccounts with(String name, KeySlot slot, String key) {
    return changed(name, keys -> keys.put(slot, key));
  }

  /** Returns a copy without a slot's key. */
  public StoredAccounts without(String name, KeySlot slot) {
    return changed(name, keys -> keys.remove(slot));
  }

  private StoredAccounts changed(String name, Consumer<Map<KeySlot, String>> change) {
    Map<KeySlot, String> keys = new EnumMap<>(KeySlot.class);
    keys.putAll(byName.getOrDefault(name, Map.of()));
    change.accept(keys);
    var all = new TreeMap<>(byName);
    all.put(name, keys);
    return new StoredAccounts(all);
  }

  /** Returns a copy without an account. */
  public StoredAccounts without(String name) {
    var all = new TreeMap<>(byName);
    all.remove(name);
    return new StoredAccounts(all);
  }

  /**
   * Returns the accounts for a server. Fails with {@link IllegalArgumentException} when an account
   * has only keys for reading.
   */
  public AccountRegistry toAccounts() {
    return AccountRegistry.of(byName.entrySet().stream()
        .map(entry -> account(new AccountName(entry.getKey()), entry.getValue()))
        .toArray(Account[]::new));
  }

  private static Account account(AccountName name, Map<KeySlot, String> keys) {
    return new Account(name, keys(name, keys, false), keys(name, keys, true));
  }

  private static List<SharedKey> keys(
      AccountName name, Map<KeySlot, String> keys, boolean readOnly) {
    return keys.entrySet().stream()
        .filter(entry -> entry.getKey().isReadOnly() == readOnly)
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> SharedKey.of(name, entry.getValue()))
        .toList();
  }

  /** Returns the names only. */
  @Override
  public String toString() {
    return byName.keySet().toString();
  }
}
