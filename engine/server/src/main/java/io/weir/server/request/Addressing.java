package io.weir.server.request;

import io.weir.api.AccountName;
import io.weir.api.error.InvalidRequestException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Finds the account of a request. As in the cloud, the host may name it:
 * {@code ACCOUNT.table.DOMAIN} or {@code ACCOUNT.localhost}. Otherwise the path begins with it.
 *
 * <p>deliberate: the host names an account only if that account is served. An endpoint called
 * {@code weir.table.example} must not lose its path-style addresses because of its name.
 *
 * <p>Any thread. Calls the predicate at most once for each request.
 */
public final class Addressing {

  private static final String OF_DEVELOPMENT = "localhost";

  private final Predicate<AccountName> served;

  /** What follows the account in a host as in the cloud. */
  private final String asInTheCloud;

  /**
   * Creates an addressing.
   *
   * @param served whether an account is served
   */
  public Addressing(Predicate<AccountName> served) {
    this(served, "table");
  }

  /**
   * Creates an addressing of another service.
   *
   * @param served whether an account is served
   * @param service the service's name in the hosts of the cloud, such as {@code queue}
   */
  public Addressing(Predicate<AccountName> served, String service) {
    this.served = served;
    this.asInTheCloud = service + ".";
  }

  /**
   * Splits an address. Fails with {@code InvalidResourceName} if neither host nor path names an
   * account.
   *
   * @param host value of the {@code Host} header, with or without a port; may be empty
   * @param rawPath the path as sent, with its leading slash
   */
  public AccountPath parse(String host, String rawPath) {
    return ofHost(host)
        .map(written -> AccountPath.of(written, true, rawPath))
        .orElseGet(() -> AccountPath.parse(rawPath));
  }

  /** Returns whether the host names an account. If so, no part of the path does. */
  public boolean isNamedBy(String host) {
    return ofHost(host).isPresent();
  }

  /** Returns the account that the host names, in lower case. */
  private Optional<String> ofHost(String host) {
    var dot = host.indexOf('.');
    if (dot < 0 || !isDomain(host.substring(dot + 1))) {
      return Optional.empty();
    }
    var written = host.substring(0, dot).toLowerCase(Locale.ROOT);
    return isServed(written) ? Optional.of(written) : Optional.empty();
  }

  private boolean isDomain(String behindAccount) {
    var colon = behindAccount.indexOf(':');
    var domain = colon < 0 ? behindAccount : behindAccount.substring(0, colon);
    return domain.equalsIgnoreCase(OF_DEVELOPMENT)
        || domain.regionMatches(true, 0, asInTheCloud, 0, asInTheCloud.length());
  }

  private boolean isServed(String written) {
    try {
      return served.test(AccountPath.of(written, true, "").account());
    } catch (InvalidRequestException noName) {
      return false;
    }
  }
}
