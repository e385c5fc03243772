package io.weir.server.settings;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.server.xml.Element;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** Reads and changes the service properties of accounts, which are stored in the settings of the account. Any thread. */
public final class StoredProperties {

  private final Function<AccountName, AccountSettings> settings;
  private final SettingsCache<AccountName, CorsRules> rules =
      new SettingsCache<>(text -> CorsRules.read(Element.parse(text)), CorsRules.NONE);

  public StoredProperties(Function<AccountName, AccountSettings> settings) {
    this.settings = settings;
  }

  /** Returns the properties of an account. */
  public ServiceProperties of(AccountName account) {
    return new ServiceProperties(settings.apply(account).ofAccount());
  }

  /** Replaces the sections that {@code changed} contains and keeps the others. They apply as soon as the result completes. */
  public Mono<Void> change(AccountName account, ServiceProperties changed) {
    return settings.apply(account).changeAccount(changed.texts());
  }

  /** Returns the CORS rules of an account. Parses them only after a change. */
  public CorsRules corsOf(AccountName account) {
    var text = settings.apply(account).ofAccount().getOrDefault(PropertySection.CORS.element(), "");
    return rules.of(account, text);
  }
}
