package io.weir.server.auth;

import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.QueryReport;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
import io.weir.api.index.IndexName;
import io.weir.api.index.IndexStatus;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.server.request.Access;
import io.weir.server.request.Disclosure;
import java.util.List;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table service restricted to what a grant allows, without rules of expiry and settings of feeds: they take the account's key, and fail with
 * {@code NotImplemented} here. Applies to every dialect.
 *
 * <p>Fails with the grant's code if an operation is not allowed. Reads and range deletes see only entities within the granted keys. A
 * write outside of them fails with {@code AuthorizationFailure}. A failure names another entity only if the grant allows to query it.
 *
 * <p>Signals on the thread of the underlying table service.
 */
final class GrantedTables implements TableService {

  private final TableService tables;
  private final Grant grant;

  GrantedTables(TableService tables, Grant grant) {
    this.tables = tables;
    this.grant = grant;
  }

  /** Returns the access of a client with this grant. */
  static Access access(Grant grant) {
    return Access.limited(
        grant.bounds().equals(GrantedKeys.NONE),
        tables -> new GrantedTables(tables, grant),
        (table, key, use) -> require(grant, table, key, use),
        verb -> grant.requireOnService(
            verb.isRead() ? Permission.READ_SERVICE : Permission.WRITE_SERVICE));
  }

  private static void require(Grant grant, TableName table, EntityKey key, Access.Use use) {
    grant.requireOnTable(
        table,
        switch (use) {
          case READ -> Permission.QUERY;
          case ADD -> Permission.ADD;
          case UPDATE -> Permission.UPDATE;
          case DELETE -> Permission.DELETE;
        });
    if (!grant.bounds().contains(key)) {
      throw use == Access.Use.READ
          ? new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")
          : outOfBounds();
    }
  }

  private static AccessDeniedException outOfBounds() {
    return Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "key=outOfBounds");
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.CREATE_TABLE);
      return tables.createTable(table);
    });
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.DELETE_TABLE);
      return tables.deleteTable(table);
    });
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.LIST_TABLES);
      return tables.table(table);
    });
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.LIST_TABLES);
      return tables.tables(query);
    });
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return Mono.defer(() -> {
      grant.requireOnTable(table, Permission.QUERY);
      return grant.bounds().contains(key) ? tables.get(table, key, selection) : Mono.empty();
    });
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.defer(() -> {
      require(table, write);
      return tables
          .write(table, write)
          .onErrorMap(TableServiceException.class, failure -> told(table, failure));
    });
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Mono.defer(() -> {
      for (var i = 0; i < batch.writes().size(); i++) {
        try {
          require(table, batch.writes().get(i));
        } catch (TableServiceException e) {
          throw e.atOperation(i);
        }
      }
      return tables
          .submit(table, batch)
          .onErrorMap(TableServiceException.class, failure -> told(table, failure));
    });
  }

  /** A check needs the permission to query, because its outcome tells what is stored. */
  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Mono.defer(() -> {
      for (var i = 0; i < commit.operations().size(); i++) {
        try {
          require(commit.operations().get(i));
        } catch (TableServiceException e) {
          throw e.atOperation(i);
        }
      }
      return tables
          .commit(commit)
          .onErrorMap(TableServiceException.class, failure -> told(commit, failure));
    });
  }

  private TableServiceException told(JointCommit commit, TableServiceException failure) {
    var operation = failure.failedOperation();
    return operation == TableServiceException.NO_OPERATION
        ? Disclosure.of(failure, holder -> false)
        : told(commit.operations().get(operation).table(), failure);
  }

  private TableServiceException told(TableName table, TableServiceException failure) {
    return Disclosure.of(failure, holder -> mayQuery(table, holder));
  }

  private boolean mayQuery(TableName table, EntityKey key) {
    try {
      requireQuery(table, key);
      return true;
    } catch (AccessDeniedException notGranted) {
      return false;
    }
  }

  /** Fails for a key outside of the granted keys, unlike {@link #get}: its entity cannot be left out of the answer. */
  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return Mono.defer(() -> {
      for (var i = 0; i < keys.size(); i++) {
        try {
          requireQuery(keys.get(i).table(), keys.get(i).key());
        } catch (TableServiceException e) {
          throw e.atOperation(i);
        }
      }
      return tables.getAll(keys);
    });
  }

  private void require(TableWrite operation) {
    if (operation instanceof TableWrite.Change change) {
      require(change.table(), change.write());
    } else {
      requireQuery(operation.table(), operation.key());
    }
  }

  private void requireQuery(TableName table, EntityKey key) {
    grant.requireOnTable(table, Permission.QUERY);
    requireInBounds(key);
  }

  private BulkResult told(TableName table, BulkResult result) {
    return result instanceof BulkResult.Refused refused
        ? new BulkResult.Refused(refused.line(), told(table, refused.cause()))
        : result;
  }

  /** Rejects each line that the grant does not allow, in the place of its result. */
  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return Flux.defer(() -> {
      requireSomeWrite(table);
      return tables
          .bulk(table, Flux.from(lines).map(line -> allowed(table, line)))
          .map(result -> told(table, result));
    });
  }

  /** Deletes only entities within the granted keys. */
  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return Mono.defer(() -> {
      grant.requireOnTable(table, Permission.DELETE);
      return tables.deleteRange(table, grant.bounds().restrict(keys));
    });
  }

  /**
   * An index belongs to its table, so it takes the permission to create tables. A unique index takes the permission to query as well: whether it
   * fails, and what it refuses, tells which values are stored.
   */
  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.CREATE_TABLE);
      if (definition.unique()) {
        grant.requireOnTable(table, Permission.QUERY);
      }
      return tables.createIndex(table, definition);
    });
  }

  /** Takes the permission to query as well, because the number of entries tells how many entities satisfy the condition of an index. */
  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.LIST_TABLES);
      grant.requireOnTable(table, Permission.QUERY);
      return tables.indexes(table);
    });
  }

  @Override
  public Mono<Void> dropIndex(TableName table, IndexName index) {
    return Mono.defer(() -> {
      grant.requireOnTables(Permission.DELETE_TABLE);
      return tables.dropIndex(table, index);
    });
  }

  @Override
  public Mono<QueryReport> count(TableName table, Query query) {
    return Mono.defer(() -> tables.count(table, restricted(table, query)));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return Mono.defer(() -> tables.page(table, restricted(table, query)));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> tables.stream(table, restricted(table, query)));
  }

  @Override
  public FeedConsumers consumers() {
    return new GrantedConsumers(tables.consumers(), grant);
  }

  /**
   * Reports the changes of a table within the granted keys. The account's feed would also name tables that the grant does not.
   */
  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.defer(() -> {
      var table = scope
          .table()
          .orElseThrow(() -> Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "scope=account"));
      grant.requireOnTable(table, Permission.QUERY);
      return tables.changes(scope.where(grant.bounds().restrict(scope.filter())), from);
    });
  }

  /**
   * Returns the query of the granted keys. For a range of keys it uses no index: the choice of an index, the number of its entries, and the
   * places in its order depend on entities outside of the range.
   */
  private Query restricted(TableName table, Query query) {
    grant.requireOnTable(table, Permission.QUERY);
    if (grant.bounds().equals(GrantedKeys.NONE)) {
      return query;
    }
    if (query.hint().forced() != null || !query.order().isEmpty()) {
      throw Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "use=index expected=rightsOnAllKeys");
    }
    return query.where(grant.bounds().restrict(query.filter())).hint(IndexHint.NONE);
  }

  /** Fails unless the grant allows at least one kind of write. */
  private void requireSomeWrite(TableName table) {
    try {
      grant.requireOnTable(table, Permission.ADD);
    } catch (AccessDeniedException noAdding) {
      try {
        grant.requireOnTable(table, Permission.UPDATE);
      } catch (AccessDeniedException noUpdating) {
        grant.requireOnTable(table, Permission.DELETE);
      }
    }
  }

  private BulkLine allowed(TableName table, BulkLine line) {
    if (line instanceof BulkLine.Change change) {
      try {
        require(table, change.write());
      } catch (AccessDeniedException e) {
        return new BulkLine.Refused(e, line.group());
      }
    }
    return line;
  }

  private void require(TableName table, Write write) {
    write.dispatch(NEEDED).forEach(permission -> grant.requireOnTable(table, permission));
    requireInBounds(write.key());
  }

  private void requireInBounds(EntityKey key) {
    if (!grant.bounds().contains(key)) {
      throw outOfBounds();
    }
  }

  private static final Write.Handler<List<Permission>> NEEDED = new Write.Handler<>() {
    @Override
    public List<Permission> insert(Write.Insert write) {
      return List.of(Permission.ADD);
    }

    @Override
    public List<Permission> upsert(Write.Upsert write) {
      return List.of(Permission.ADD, Permission.UPDATE);
    }

    @Override
    public List<Permission> update(Write.Update write) {
      return List.of(Permission.UPDATE);
    }

    @Override
    public List<Permission> delete(Write.Delete write) {
      return List.of(Permission.DELETE);
    }
  };
}
