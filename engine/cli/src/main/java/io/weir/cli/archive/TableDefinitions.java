package io.weir.cli.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.FeedSettings;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.expiry.Expiry;
import io.weir.api.index.IndexStatus;
import io.weir.api.json.ExpiryJson;
import io.weir.api.json.FeedSettingsJson;
import io.weir.api.json.IndexJson;
import io.weir.server.json.ControlLine;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;

/**
 * What is declared for a table: its indexes, the rule by which its entities expire, and what it keeps for its change feed.
 *
 * @param indexes with their states when they were exported
 */
public record TableDefinitions(
    List<IndexStatus> indexes, Optional<Expiry> expiry, FeedSettings feed) {

  private static final String INDEXES = "indexes";
  private static final String EXPIRY = "expiry";
  private static final String FEED = "feed";

  public TableDefinitions {
    indexes = List.copyOf(indexes);
  }

  /** Reads the definitions of an existing table. Leaves out what the service does not have or does not show, and says so. Blocks. */
  public static TableDefinitions of(
      TableService tables, TableName table, Consumer<String> remarks) {
    var indexes = unlessLeftOut(tables.indexes(table), "indexes", table, remarks);
    var expiry = unlessLeftOut(tables.expiry(table), "expiry", table, remarks);
    var feed = unlessLeftOut(feedSettings(tables, table), "feed", table, remarks);
    return new TableDefinitions(
        indexes.orElse(List.of()), expiry, feed.orElse(FeedSettings.DEFAULT));
  }

  /** A service without a change feed keeps nothing for it, so nothing is left out. */
  private static Mono<FeedSettings> feedSettings(TableService tables, TableName table) {
    return tables
        .feedSettings(table)
        .onErrorReturn(
            failure -> failure instanceof InvalidRequestException refused
                && refused.code() == ErrorCode.NOT_IMPLEMENTED,
            FeedSettings.DEFAULT);
  }

  /** Declares the definitions for a table. Leaves out what the service does not have or does not permit, and says so. Blocks. */
  public void declare(TableService tables, TableName table, Consumer<String> remarks) {
    expiry.ifPresent(
        rule -> unlessLeftOut(tables.setExpiry(table, rule), "expiry", table, remarks));
    if (!feed.equals(FeedSettings.DEFAULT)) {
      unlessLeftOut(tables.setFeedSettings(table, feed), "feed", table, remarks);
    }
    for (var index : indexes) {
      var definition = index.definition();
      unlessLeftOut(
          tables.createIndex(table, definition), "index=" + definition.name(), table, remarks);
    }
  }

  private static <T> Optional<T> unlessLeftOut(
      Mono<T> call, String what, TableName table, Consumer<String> remarks) {
    try {
      return call.blockOptional();
    } catch (InvalidRequestException | AccessDeniedException e) {
      remarks.accept("Left out: " + what + " table=" + table + ". " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Adds the definitions to the members of the table's line. */
  void addTo(Map<String, String> members) {
    if (!indexes.isEmpty()) {
      members.put(INDEXES, new String(IndexJson.write(indexes), UTF_8));
    }
    expiry.ifPresent(rule -> members.put(EXPIRY, new String(ExpiryJson.write(rule), UTF_8)));
    if (!feed.equals(FeedSettings.DEFAULT)) {
      members.put(FEED, new String(FeedSettingsJson.write(feed), UTF_8));
    }
  }

  /** Reads what {@link #addTo} added. Fails like an invalid request. */
  static TableDefinitions of(ControlLine line) {
    var indexes = line.get(INDEXES);
    var expiry = line.get(EXPIRY);
    var feed = line.get(FEED);
    return new TableDefinitions(
        indexes.isEmpty() ? List.of() : IndexJson.readList(indexes.getBytes(UTF_8)),
        expiry.isEmpty() ? Optional.empty() : Optional.of(ExpiryJson.read(expiry.getBytes(UTF_8))),
        feed.isEmpty() ? FeedSettings.DEFAULT : FeedSettingsJson.read(feed.getBytes(UTF_8)));
  }
}
