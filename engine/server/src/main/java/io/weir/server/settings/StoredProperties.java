package io.weir.server.settings;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.server.xml.Element;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** The properties that accounts keep in their settings. Any thread. */
public final class StoredProperties {

  private final Function<AccountName, AccountSettings> settings;
  private final ParseCache<AccountName, CorsRules> rules =
      new ParseCache<>(text -> CorsRules.read(Element.parse(text)), CorsRules.NONE);

  public StoredProperties(Function<AccountName, AccountSettings> settings) {
    this.settings = settings;
  }

  /** The account's properties. */
  public ServiceProperties of(AccountName account) {
    return new ServiceProperties(settings.apply(account).ofAccount());
  }

  /** Sets the sections that are there; from completion on they count. */
  public Mono<Void> change(AccountName account, ServiceProperties changed) {
    return settings.apply(account).changeAccount(changed.texts());
  }

  /** The account's rules for other origins: one look-up unless they were changed. */
  public CorsRules corsOf(AccountName account) {
    var text = settings.apply(account).ofAccount().getOrDefault(PropertySection.CORS.element(), "");
    return rules.of(account, text);
  }
}
