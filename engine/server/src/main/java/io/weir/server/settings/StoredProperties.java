package io.weir.server.settings;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.xml.Element;
import java.util.HashMap;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Reads and changes the service properties of accounts, which are stored in the settings of the
 * account. Any thread.
 */
public final class StoredProperties {

  private final Function<AccountName, AccountSettings> settings;

  /** The beginning of the names of the stored texts. Stores contain them, so it must not change. */
  private final String prefix;

  private final SettingsCache<AccountName, CorsRules> rules =
      new SettingsCache<>(text -> CorsRules.read(Element.parse(text)), CorsRules.NONE);

  /** Creates the properties of the table service. */
  public StoredProperties(Function<AccountName, AccountSettings> settings) {
    this(settings, "");
  }

  private StoredProperties(Function<AccountName, AccountSettings> settings, String prefix) {
    this.settings = settings;
    this.prefix = prefix;
  }

  /**
   * Returns the properties of the queue service, which are independent of those of the table
   * service.
   */
  public static StoredProperties ofQueues(Function<AccountName, AccountSettings> settings) {
    return new StoredProperties(settings, "Queue");
  }

  /** Returns the properties of an account. */
  public ServiceProperties of(AccountName account) {
    var own = new HashMap<String, String>();
    settings.apply(account).ofAccount().forEach((name, text) -> {
      if (name.startsWith(prefix)) {
        own.put(name.substring(prefix.length()), text);
      }
    });
    return new ServiceProperties(own);
  }

  /**
   * Replaces the sections that {@code changed} contains and keeps the others. They apply as soon as
   * the result completes.
   */
  public Mono<Void> change(AccountName account, ServiceProperties changed) {
    var named = new HashMap<String, String>();
    changed.texts().forEach((name, text) -> named.put(prefix + name, text));
    return settings.apply(account).changeAccount(named);
  }

  /** Returns the CORS rules of an account. Parses them only after a change. */
  public CorsRules corsOf(AccountName account) {
    var text = settings
        .apply(account)
        .ofAccount()
        .getOrDefault(prefix + PropertySection.CORS.element(), "");
    return rules.of(account, text);
  }
}
