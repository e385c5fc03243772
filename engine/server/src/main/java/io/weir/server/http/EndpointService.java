package io.weir.server.http;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.server.answer.CrossOrigin;
import io.weir.server.answer.DialectHandler;
import io.weir.server.answer.OperatorPage;
import io.weir.server.answer.OwnProtocol;
import io.weir.server.answer.PublicFiles;
import io.weir.server.answer.RequestListener;
import io.weir.server.answer.RequestTracer;
import io.weir.server.request.AccountPath;
import io.weir.server.request.Authenticator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The parts that an endpoint serves with.
 *
 * @param accounts whether an account is served; asked for each host that may name one
 * @param tables returns the tables of an account
 * @param authenticator authenticates a request before a dialect sees it
 * @param dialects in the order in which they are asked; the last should accept every request
 * @param pages operators' pages by their exact path
 * @param files files for browsers
 * @param crossOrigin the rules for requests from other origins
 * @param traffic observes every request
 * @param tracer traces every request
 * @param protocol answers instead of authenticator and dialects; empty on a port of tables
 * @param secondary serves the addresses {@code ACCOUNT-secondary}; empty: this service does
 */
public record EndpointService(
    Predicate<AccountName> accounts,
    Function<AccountName, TableService> tables,
    Authenticator authenticator,
    List<DialectHandler> dialects,
    Map<String, OperatorPage> pages,
    PublicFiles files,
    CrossOrigin crossOrigin,
    RequestListener traffic,
    RequestTracer tracer,
    Optional<OwnProtocol> protocol,
    Optional<EndpointService> secondary) {

  /**
   * Creates the service of a port that speaks the protocol of tables, without files for browsers.
   */
  public EndpointService(
      Predicate<AccountName> accounts,
      Function<AccountName, TableService> tables,
      Authenticator authenticator,
      List<DialectHandler> dialects,
      Map<String, OperatorPage> pages,
      CrossOrigin crossOrigin,
      RequestListener traffic) {
    this(
        accounts,
        tables,
        authenticator,
        dialects,
        pages,
        PublicFiles.NONE,
        crossOrigin,
        traffic,
        RequestTracer.NONE,
        Optional.empty(),
        Optional.empty());
  }

  public EndpointService {
    dialects = List.copyOf(dialects);
    pages = Map.copyOf(pages);
  }

  /** Returns this service with files for browsers. */
  public EndpointService with(PublicFiles added) {
    return new EndpointService(
        accounts,
        tables,
        authenticator,
        dialects,
        pages,
        added,
        crossOrigin,
        traffic,
        tracer,
        protocol,
        secondary);
  }

  /** Returns this service with another tracer. */
  public EndpointService with(RequestTracer other) {
    return new EndpointService(
        accounts,
        tables,
        authenticator,
        dialects,
        pages,
        files,
        crossOrigin,
        traffic,
        other,
        protocol,
        secondary);
  }

  /** Returns this service with another one for the addresses {@code ACCOUNT-secondary}. */
  public EndpointService with(EndpointService ofSecondary) {
    return new EndpointService(
        accounts,
        tables,
        authenticator,
        dialects,
        pages,
        files,
        crossOrigin,
        traffic,
        tracer,
        protocol,
        Optional.of(ofSecondary));
  }

  /** Returns the service of an address. */
  EndpointService of(AccountPath path) {
    return path.secondary() ? secondary.orElse(this) : this;
  }
}
