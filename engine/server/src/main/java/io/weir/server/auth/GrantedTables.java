package io.weir.server.auth;

import io.weir.api.Aggregates;
import io.weir.api.FeedConsumers;
import io.weir.api.FeedItem;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Operation;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.Right;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.index.IndexDefinition;
import io.weir.api.index.IndexHint;
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
import java.util.function.Function;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table service restricted to what a grant allows, without rules of expiry and settings of feeds:
 * they take the account's key, and fail with {@code NotImplemented} here. Applies to every dialect.
 *
 * <p>{@link Operation} says which rights an operation takes; this class adds what depends on its
 * arguments.
 *
 * <p>Fails with the grant's code if an operation is not allowed. Reads and range deletes see only
 * entities within the granted keys. A write outside of them fails with
 * {@code AuthorizationFailure}. A failure names another entity only if the grant allows to query
 * it.
 *
 * <p>Signals on the thread of the underlying table service.
 */
final class GrantedTables extends ForwardingTables {

  private final Grant grant;

  GrantedTables(TableService tables, Grant grant) {
    super(tables);
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
    grant.require(
        switch (use) {
          case READ -> Right.QUERY;
          case ADD -> Right.ADD;
          case UPDATE -> Right.UPDATE;
          case DELETE -> Right.DELETE;
        },
        table);
    if (!grant.bounds().contains(key)) {
      throw use == Access.Use.READ
          ? new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "")
          : outOfBounds();
    }
  }

  private static AccessDeniedException outOfBounds() {
    return Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "key=outOfBounds");
  }

  /**
   * Requires the operation's rights on tables. An operation on entities is refused here: the method
   * that checks its keys is its only way.
   */
  @Override
  protected <T> Mono<T> one(Operation operation, Function<TableService, Mono<T>> call) {
    return Mono.defer(() -> {
      if (operation.rights().contains(Right.OWN)) {
        throw new InvalidRequestException(
            ErrorCode.NOT_IMPLEMENTED, "operation=" + operation.text() + " expected=accountKey");
      }
      grant.requireOnTables(operation);
      return super.one(operation, call);
    });
  }

  @Override
  protected <T> Flux<T> many(Operation operation, Function<TableService, Flux<T>> call) {
    return Flux.error(
        () -> Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "operation=" + operation.text()));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return Mono.defer(() -> {
      grant.require(Operation.GET_ENTITY, table);
      return grant.bounds().contains(key) ? delegate().get(table, key, selection) : Mono.empty();
    });
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return Mono.defer(() -> {
      require(table, write);
      return delegate()
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
      return delegate()
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
      return delegate()
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

  /**
   * Fails for a key outside of the granted keys, unlike {@link #get}: its entity cannot be left out
   * of the answer.
   */
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
      return delegate().getAll(keys);
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
    grant.require(Right.QUERY, table);
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
      return delegate()
          .bulk(table, Flux.from(lines).map(line -> allowed(table, line)))
          .map(result -> told(table, result));
    });
  }

  /** Deletes only entities within the granted keys. */
  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return Mono.defer(() -> {
      grant.require(Operation.DELETE_RANGE, table);
      return delegate().deleteRange(table, grant.bounds().restrict(keys));
    });
  }

  /**
   * A unique index takes the right to query as well: whether it fails, and what it refuses, tells
   * which values are stored.
   */
  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.defer(() -> {
      grant.require(Operation.CREATE_INDEX, table);
      if (definition.unique()) {
        grant.require(Right.QUERY, table);
      }
      return delegate().createIndex(table, definition);
    });
  }

  @Override
  public Mono<List<IndexStatus>> indexes(TableName table) {
    return Mono.defer(() -> {
      grant.require(Operation.LIST_INDEXES, table);
      return delegate().indexes(table);
    });
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return Mono.defer(() -> delegate()
        .aggregate(table, restricted(Operation.AGGREGATE_ENTITIES, table, query), aggregation));
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return Mono.defer(
        () -> delegate().page(table, restricted(Operation.QUERY_ENTITIES, table, query)));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(
        () -> delegate().stream(table, restricted(Operation.STREAM_ENTITIES, table, query)));
  }

  @Override
  public FeedConsumers consumers() {
    return new GrantedConsumers(delegate().consumers(), grant);
  }

  /**
   * Reports the changes of a table within the granted keys. The account's feed would also name
   * tables that the grant does not.
   */
  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.defer(() -> {
      var table = scope
          .table()
          .orElseThrow(() -> Grant.denied(ErrorCode.AUTHORIZATION_FAILURE, "scope=account"));
      grant.require(Operation.STREAM_CHANGES, table);
      return delegate().changes(scope.where(grant.bounds().restrict(scope.filter())), from);
    });
  }

  /**
   * Returns the query of the granted keys. For a range of keys it uses no index: the choice of an
   * index, the number of its entries, and the places in its order depend on entities outside of the
   * range.
   */
  private Query restricted(Operation operation, TableName table, Query query) {
    grant.require(operation, table);
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
      grant.require(Right.ADD, table);
    } catch (AccessDeniedException noAdding) {
      try {
        grant.require(Right.UPDATE, table);
      } catch (AccessDeniedException noUpdating) {
        grant.require(Right.DELETE, table);
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
    Right.of(write).forEach(right -> grant.require(right, table));
    requireInBounds(write.key());
  }

  private void requireInBounds(EntityKey key) {
    if (!grant.bounds().contains(key)) {
      throw outOfBounds();
    }
  }
}
