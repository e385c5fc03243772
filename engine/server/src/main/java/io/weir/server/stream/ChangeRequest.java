package io.weir.server.stream;

import io.weir.api.ConsumerName;
import io.weir.api.FeedGroups;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.NamedConsumer;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.filter.FilterParser;
import io.weir.api.wire.Dialect;
import io.weir.server.answer.HttpExchange;
import io.weir.server.request.ClientMemory;
import io.weir.server.request.Resource;
import io.weir.server.request.TableRequest;
import io.weir.server.request.Verb;
import java.time.Duration;
import java.util.Optional;
import reactor.core.publisher.Flux;

/**
 * A request for the change feed of a table or an account: {@code /ACCOUNT/TABLE/$changes} or
 * {@code /ACCOUNT/$changes}.
 *
 * <p>Options: {@code from} ({@code now}, the default, {@code beginning}, a time, or a token),
 * {@code consumer} in place of {@code from}, which starts at the position of a named consumer of
 * the same scope, {@code $filter}, and {@code groups} (see {@link FeedGroups#parse}). Any thread.
 */
record ChangeRequest(FeedScope scope, FeedStart start, Optional<ConsumerName> consumer) {

  /**
   * An authorised request may stay authorised for this long. The client then continues from its
   * last token.
   */
  static final Duration LONGEST = Duration.ofHours(1);

  /** Returns whether the request names a change feed. */
  public static boolean isNamedBy(TableRequest request) {
    return table(request.resource()).isPresent() || isOfAccount(request.resource());
  }

  /**
   * Reads the request. Fails with {@code InvalidInput}, and with {@code NotImplemented} for other
   * options of OData.
   */
  public static ChangeRequest read(TableRequest request) {
    if (request.verb() != Verb.GET) {
      throw new InvalidRequestException(ErrorCode.METHOD_NOT_ALLOWED, "verb=" + request.verb());
    }
    var options = request.options();
    for (var name : options.names()) {
      if (name.startsWith("$") && !name.equals("$filter")) {
        throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "option=" + name);
      }
    }
    var all = table(request.resource()).map(FeedScope::of).orElse(FeedScope.ACCOUNT);
    var filter = options.get("$filter", "").strip();
    var groups = options.get(Dialect.GROUPS, "");
    var filtered = filter.isEmpty() ? all : all.where(FilterParser.parse(filter));
    if (options.has(Dialect.FROM) && options.has(Dialect.CONSUMER)) {
      throw new InvalidRequestException(ErrorCode.INVALID_INPUT, "expected=from|consumer");
    }
    return new ChangeRequest(
        groups.isEmpty() ? filtered : filtered.in(FeedGroups.parse(groups)),
        FeedStart.parse(options.get(Dialect.FROM, "now")),
        options.has(Dialect.CONSUMER)
            ? Optional.of(new ConsumerName(options.get(Dialect.CONSUMER, "")))
            : Optional.empty());
  }

  /**
   * Returns the feed. It ends properly after an hour, and when the endpoint closes. Fails with
   * {@code ServerBusy} if there is no memory for it.
   */
  Flux<FeedItem> items(HttpExchange exchange) {
    exchange.require(ClientMemory.Holder.SUBSCRIBER);
    var tables = exchange.tables();
    var items = consumer
        .map(name -> tables
            .consumers()
            .get(name)
            .flatMapMany(found -> tables.changes(ofConsumer(found), found.start())))
        .orElseGet(() -> tables.changes(scope, start));
    return items.takeUntilOther(exchange.ending(LONGEST));
  }

  private FeedScope ofConsumer(NamedConsumer found) {
    if (!found.table().equals(scope.table())) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT,
          "consumer=" + found.name() + " table="
              + found.table().map(TableName::value).orElse("all"));
    }
    return scope;
  }

  private static Optional<TableName> table(Resource resource) {
    return resource instanceof Resource.TableAction action
            && ("$" + action.name()).equals(Dialect.CHANGES)
        ? Optional.of(action.table())
        : Optional.empty();
  }

  private static boolean isOfAccount(Resource resource) {
    return resource instanceof Resource.AccountAction action
        && ("$" + action.name()).equals(Dialect.CHANGES);
  }
}
