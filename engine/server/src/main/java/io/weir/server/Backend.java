package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.Outbox;
import io.weir.api.TableService;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.search.SearchService;
import io.weir.server.operator.Backups;
import io.weir.server.operator.Readiness;
import io.weir.server.operator.StoreNodes;
import io.weir.server.operator.StoreShards;
import io.weir.server.operator.TableAdvice;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * The store behind an endpoint. All parts are called on the loops and must not block.
 *
 * @param tables returns the tables of a served account
 * @param outbox returns the commits of writes and messages together of a served account
 * @param settings returns the properties and access policies of a served account
 * @param readiness tells whether the server should receive requests
 * @param backups writes backups of the store
 * @param advice advises on the tables of a served account
 * @param shards shows and moves the shards of the store
 * @param nodes shows and changes the nodes of the cluster of which the store is one
 * @param searches returns the full-text search of a served account; empty for a backend without
 *     search
 * @param secondary what the address {@code ACCOUNT-secondary} reads; empty: what {@code ACCOUNT}
 *     reads
 */
public record Backend(
    Function<AccountName, TableService> tables,
    Function<AccountName, Outbox> outbox,
    Function<AccountName, AccountSettings> settings,
    Readiness readiness,
    Backups backups,
    TableAdvice advice,
    StoreShards shards,
    StoreNodes nodes,
    Optional<Function<AccountName, SearchService>> searches,
    Optional<Secondary> secondary) {

  /**
   * The copy of the store that a node of a cluster keeps, which may be older than the leader's.
   *
   * @param tables returns the tables of a served account, which refuse writes
   * @param settings returns the properties and access policies of a served account
   * @param syncedTicks returns a Timestamp up to which the copy has all acknowledged changes, by
   *     their Timestamps; 0 if it is not known
   */
  public record Secondary(
      Function<AccountName, TableService> tables,
      Function<AccountName, AccountSettings> settings,
      LongSupplier syncedTicks) {}

  /** Creates a backend without search, whose shards are not shown. */
  public Backend(
      Function<AccountName, TableService> tables,
      Function<AccountName, Outbox> outbox,
      Function<AccountName, AccountSettings> settings,
      Readiness readiness,
      Backups backups,
      TableAdvice advice) {
    this(
        tables,
        outbox,
        settings,
        readiness,
        backups,
        advice,
        StoreShards.NONE,
        StoreNodes.NONE,
        Optional.empty(),
        Optional.empty());
  }

  /** Returns this backend with full-text search. */
  public Backend withSearches(Function<AccountName, SearchService> added) {
    return new Backend(
        tables,
        outbox,
        settings,
        readiness,
        backups,
        advice,
        shards,
        nodes,
        Optional.of(added),
        secondary);
  }

  /** Returns this backend with shards that are shown. */
  public Backend withShards(StoreShards shown) {
    return new Backend(
        tables, outbox, settings, readiness, backups, advice, shown, nodes, searches, secondary);
  }

  /** Returns this backend with nodes of a cluster. */
  public Backend withNodes(StoreNodes shown) {
    return new Backend(
        tables, outbox, settings, readiness, backups, advice, shards, shown, searches, secondary);
  }

  /** Returns this backend with a secondary. */
  public Backend withSecondary(Secondary copy) {
    return new Backend(
        tables,
        outbox,
        settings,
        readiness,
        backups,
        advice,
        shards,
        nodes,
        searches,
        Optional.of(copy));
  }

  /** Returns the backend that the secondary's address reads. */
  Backend atSecondary() {
    return secondary
        .map(copy -> new Backend(
            copy.tables(),
            outbox,
            copy.settings(),
            readiness,
            backups,
            advice,
            shards,
            nodes,
            searches,
            secondary))
        .orElse(this);
  }

  /** Creates a backend without backups, without advice and without messages over HTTP. */
  public Backend(
      Function<AccountName, TableService> tables,
      Function<AccountName, AccountSettings> settings,
      Readiness readiness) {
    this(
        tables,
        account -> {
          throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "resource=messages");
        },
        settings,
        readiness,
        (name, keep) -> {
          throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "resource=$backup");
        },
        TableAdvice.NONE);
  }
}
