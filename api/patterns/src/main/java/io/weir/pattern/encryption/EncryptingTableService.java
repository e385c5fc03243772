package io.weir.pattern.encryption;

import io.weir.api.Aggregates;
import io.weir.api.FeedItem;
import io.weir.api.FeedItem.Before;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.ForwardingTables;
import io.weir.api.JointCommit;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableSetting;
import io.weir.api.TableWrite;
import io.weir.api.aggregate.Aggregation;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.TableServiceException;
import io.weir.api.index.IndexDefinition;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import java.util.List;
import java.util.Optional;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A table service that hides properties from the underlying one.
 *
 * <p>In addition to the contract it refuses, with {@code InvalidInput} and before anything is sent:
 *
 * <ul>
 *   <li>a merge, as update or upsert, of a hidden property. A merge of plain properties is carried
 *       out, and stored hidden properties stay unchanged;
 *   <li>a change of a hidden property in place, and a condition of a change on one. A change of
 *       plain properties is carried out, and the entity that it creates is encrypted;
 *   <li>a filter, of a query or a feed, that compares or tests a property which is hidden in any
 *       entity;
 *   <li>an index over such a property, and an order by one;
 *   <li>an aggregate of such a property, and groups by one; a count is carried out;
 *   <li>an entity with a property whose name the encryption reserves.
 * </ul>
 *
 * <p>A read fails with {@link DecryptionException} for an entity that cannot be decrypted; a stream
 * emits all earlier items first. Entities of a stream are decrypted one by one in their order, up
 * to {@value #AHEAD} items ahead of the subscriber. A change feed is such a stream: its entities
 * and before-images are decrypted, and all else passes. Cancelling also cancels the wrapping or
 * unwrapping.
 *
 * <p>Any thread. Signals run on the threads of the underlying service, or of a key ring or wrapping
 * key that answers asynchronously; AES is computed there.
 */
public final class EncryptingTableService extends ForwardingTables {

  private static final int AHEAD = 32;

  private final HiddenPropertyRules rules;
  private final Encryptor encryptor;
  private final Decryptor decryptor;

  private EncryptingTableService(
      TableService service, HiddenPropertyRules rules, Encryptor encryptor, Decryptor decryptor) {
    super(service);
    this.rules = rules;
    this.encryptor = encryptor;
    this.decryptor = decryptor;
  }

  /** Hides these properties in all tables of a delegate(). Seeds a generator, which may block. */
  public static EncryptingTableService over(
      TableService service, KeyRing keys, HiddenProperties hidden) {
    return new EncryptingTableService(
        service,
        new HiddenPropertyRules(hidden),
        new Encryptor(keys, hidden, ContentKeys.open()),
        new Decryptor(keys, hidden));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return delegate()
        .get(table, key, Metadata.with(selection))
        .flatMap(entity -> decryptor.decrypt(table, entity, selection));
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return toSend(table, write)
        .flatMap(sent -> delegate().write(table, sent))
        .flatMap(result -> opened(table, result));
  }

  private Mono<WriteResult> opened(TableName table, WriteResult result) {
    return result.after().isEmpty()
        ? Mono.just(result)
        : Mono.zip(opened(table, result.before()), opened(table, result.after()))
            .map(images -> new WriteResult(
                result.timestampTicks(), new WriteResult.Images(images.getT1(), images.getT2())));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return Flux.fromIterable(batch.writes())
        .index()
        .concatMap(write -> toSend(table, write.getT2())
            .onErrorMap(
                TableServiceException.class,
                failure -> failure.atOperation(Math.toIntExact(write.getT1()))))
        .collectList()
        .map(Batch::new)
        .flatMap(sent -> delegate().submit(table, sent));
  }

  @Override
  public Mono<List<WriteResult>> commit(JointCommit commit) {
    return Flux.fromIterable(commit.operations())
        .index()
        .concatMap(operation -> toSend(operation.getT2())
            .onErrorMap(
                TableServiceException.class,
                failure -> failure.atOperation(Math.toIntExact(operation.getT1()))))
        .collectList()
        .map(JointCommit::new)
        .flatMap(delegate()::commit)
        .flatMap(results -> opened(commit, results));
  }

  private Mono<List<WriteResult>> opened(JointCommit commit, List<WriteResult> results) {
    return Flux.range(0, results.size())
        .concatMap(i -> opened(commit.operations().get(i).table(), results.get(i)))
        .collectList();
  }

  private Mono<TableWrite> toSend(TableWrite operation) {
    return operation instanceof TableWrite.Change change
        ? toSend(change.table(), change.write()).map(sent -> TableWrite.of(change.table(), sent))
        : Mono.just(operation);
  }

  @Override
  public Mono<List<Optional<Entity>>> getAll(List<TableKey> keys) {
    return delegate()
        .getAll(keys)
        .flatMap(found -> Flux.range(0, keys.size())
            .concatMap(i -> opened(keys.get(i).table(), found.get(i)))
            .collectList());
  }

  private Mono<Optional<Entity>> opened(TableName table, Optional<Entity> found) {
    return found.isEmpty()
        ? Mono.just(found)
        : decryptor.decrypt(table, found.get(), Selection.ALL).map(Optional::of);
  }

  /**
   * Encrypts each line before it is sent. If a key is not available, the lines end with that
   * failure.
   */
  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return delegate().bulk(table, Flux.from(lines).concatMap(line -> toSend(table, line), AHEAD));
  }

  /** Refuses a setting by which the service would read an encrypted property. */
  @Override
  public <T> Mono<Void> set(TableName table, TableSetting<T> setting, T value) {
    return Mono.defer(() -> {
      rules.requirePlain(setting, value);
      return delegate().set(table, setting, value);
    });
  }

  /**
   * Fails with {@link DecryptionException} at a change of which an entity or before-image cannot be
   * decrypted, after all earlier items.
   */
  @Override
  public Flux<FeedItem> changes(FeedScope scope, FeedStart from) {
    return Flux.defer(() -> {
          rules.requireFilterable(scope.filter());
          return delegate().changes(scope, from);
        })
        .concatMap(
            item -> item instanceof FeedItem.Change change ? opened(change) : Mono.just(item),
            AHEAD);
  }

  private Mono<FeedItem> opened(FeedItem.Change change) {
    return Mono.zip(
            opened(change.table(), change.after()),
            opened(change.table(), change.before().entity()))
        .map(images -> new FeedItem.Change(
            change.table(),
            change.partitionGroup(),
            change.key(),
            images.getT1(),
            new Before(change.before().isKnown(), images.getT2()),
            change.timestamp(),
            change.cause(),
            change.batch(),
            change.token()));
  }

  @Override
  public Mono<Void> createIndex(TableName table, IndexDefinition definition) {
    return Mono.defer(() -> {
      rules.requireFilterable(definition.where());
      rules.requireSortable(definition.properties(), "index");
      return delegate().createIndex(table, definition);
    });
  }

  @Override
  public Mono<Aggregates> aggregate(TableName table, Query query, Aggregation aggregation) {
    return Mono.defer(() -> {
      rules.requirePlain(aggregation);
      return delegate().aggregate(table, underlying(query), aggregation);
    });
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return Mono.defer(() -> delegate().page(table, underlying(query)))
        .flatMap(page -> Flux.fromIterable(page.items())
            .concatMap(entity -> decryptor.decrypt(table, entity, query.selection()))
            .collectList()
            .map(items -> new Page<>(items, page.next(), page.report())));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return Flux.defer(() -> delegate().stream(table, underlying(query)))
        .concatMap(item -> opened(table, item, query.selection()), AHEAD);
  }

  /** Returns the query for the underlying delegate(). */
  private Query underlying(Query query) {
    rules.requireFilterable(query.filter());
    rules.requireSortable(query.order(), "orderBy");
    return query.select(Metadata.with(query.selection()));
  }

  private Mono<StreamItem> opened(TableName table, StreamItem item, Selection selection) {
    return item instanceof StreamItem.Row row
        ? decryptor.decrypt(table, row.entity(), selection).map(StreamItem.Row::new)
        : Mono.just(item);
  }

  private Mono<BulkLine> toSend(TableName table, BulkLine line) {
    return line.dispatch(new BulkLine.Handler<Mono<BulkLine>>() {
      @Override
      public Mono<BulkLine> change(BulkLine.Change change) {
        return toSend(table, change.write())
            .<BulkLine>map(sent -> new BulkLine.Change(sent, change.group()))
            .onErrorResume(
                TableServiceException.class,
                cause -> Mono.just(new BulkLine.Refused(cause, change.group())));
      }

      @Override
      public Mono<BulkLine> refused(BulkLine.Refused refused) {
        return Mono.just(refused);
      }
    });
  }

  private Mono<Write> toSend(TableName table, Write write) {
    return Mono.defer(() -> write.dispatch(new Write.Handler<Mono<Write>>() {
      @Override
      public Mono<Write> insert(Write.Insert insert) {
        return whole(insert.entity()).map(Write.Insert::new);
      }

      @Override
      public Mono<Write> upsert(Write.Upsert upsert) {
        return inMode(upsert.entity(), upsert.mode())
            .map(entity -> new Write.Upsert(entity, upsert.mode()));
      }

      @Override
      public Mono<Write> update(Write.Update update) {
        return inMode(update.entity(), update.mode())
            .map(entity -> new Write.Update(entity, update.mode(), update.ifMatch()));
      }

      @Override
      public Mono<Write> delete(Write.Delete delete) {
        return Mono.just(delete);
      }

      @Override
      public Mono<Write> change(Write.Change change) {
        rules.requireMergeable(change.operands());
        rules.requireFilterable(change.condition());
        return change.defaults().isEmpty()
            ? Mono.just(change)
            : whole(change.defaults().get()).map(change::orCreate);
      }

      private Mono<Entity> inMode(Entity entity, WriteMode mode) {
        return mode == WriteMode.REPLACE ? whole(entity) : part(entity);
      }

      private Mono<Entity> part(Entity entity) {
        rules.requireMergeable(entity);
        return Mono.just(entity);
      }

      private Mono<Entity> whole(Entity entity) {
        rules.requireNoMetadata(entity);
        return encryptor.encrypt(table, entity);
      }
    }));
  }
}
