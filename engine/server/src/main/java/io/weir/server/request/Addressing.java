package io.weir.server.request;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Which account a request is about. As in the cloud its host may name it, {@code ACCOUNT.table.DOMAIN} or {@code ACCOUNT.localhost};
 * else the path begins with it.
 *
 * <p>deliberate: only a host that begins with an account that is served is taken so. An endpoint that happens to be called
 * {@code weir.table.example} must not lose its path-style addresses by its name.
 *
 * <p>Any thread; asks the predicate at most once for a request.
 */
public final class Addressing {

  private static final String OF_DEVELOPMENT = "localhost";
  private static final String AS_IN_THE_CLOUD = "table.";

  private final Predicate<AccountName> served;

  /** Of the accounts that this holds for. */
  public Addressing(Predicate<AccountName> served) {
    this.served = served;
  }

  /**
   * Cuts an address. Fails with {@code InvalidResourceName} when neither names an account.
   *
   * @param host as the header tells it, with or without a port; may be empty
   * @param rawPath as it was sent, with its leading slash
   */
  public AccountPath parse(String host, String rawPath) {
    return ofHost(host)
        .map(written -> AccountPath.of(written, true, rawPath))
        .orElseGet(() -> AccountPath.parse(rawPath));
  }

  /** Whether the host names an account, so that nothing of the path does. */
  public boolean isNamedBy(String host) {
    return ofHost(host).isPresent();
  }

  /** The account that the host names, as it is written there but for its case. */
  private Optional<String> ofHost(String host) {
    var dot = host.indexOf('.');
    if (dot < 0 || !isDomain(host.substring(dot + 1))) {
      return Optional.empty();
    }
    var written = host.substring(0, dot).toLowerCase(Locale.ROOT);
    return isServed(written) ? Optional.of(written) : Optional.empty();
  }

  private static boolean isDomain(String behindAccount) {
    var colon = behindAccount.indexOf(':');
    var domain = colon < 0 ? behindAccount : behindAccount.substring(0, colon);
    return domain.equalsIgnoreCase(OF_DEVELOPMENT)
        || domain.regionMatches(true, 0, AS_IN_THE_CLOUD, 0, AS_IN_THE_CLOUD.length());
  }

  private boolean isServed(String written) {
    try {
      return served.test(AccountPath.of(written, true, "").account());
    } catch (InvalidRequestException noName) {
      return false;
    }
  }
}
