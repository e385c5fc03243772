package io.weir.pattern.view;

import io.weir.api.FeedStart;
import io.weir.api.JointCommit;
import io.weir.api.NamedConsumer;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.Conflicts;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.view.ViewPosition.State;
import java.util.Optional;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The versions of a view: an entity for each, which is its {@link ViewPosition}, and the entity
 * {@code current}, which names the version that readers use. All are in the partition of the view's
 * name.
 *
 * <pre>
 * begin:   insert the version's entity, make its tables and its consumer, store the consumer's place
 * switch:  replace the entity "current"
 * remove:  mark the version's entity, drop its tables, delete its consumer, delete its entity
 * </pre>
 *
 * <p>The version's entity is there before anything else of the version, and goes last. A program
 * that dies at any step is therefore followed by one that finds the entity and does the rest. Any
 * thread; fails as the service does.
 */
record ViewVersions(TableService service, TableName registry, String view, TableName source) {

  private static final String CURRENT = "current";
  private static final String VERSION = "Version";

  /** Returns the version that readers use. Empty while there is none. */
  Mono<Integer> current() {
    return currentEntity().map(ViewVersions::version);
  }

  private Mono<Entity> currentEntity() {
    return Mono.defer(() -> service.get(registry, currentKey()))
        .onErrorResume(ViewVersions::isWithoutTable, absent -> Mono.empty());
  }

  private EntityKey currentKey() {
    return new EntityKey(view, CURRENT);
  }

  private static int version(Entity current) {
    return current
        .getInt32(VERSION)
        .orElseThrow(() -> ViewFailedException.damaged("entity=" + current.key()));
  }

  private static boolean isWithoutTable(Throwable failure) {
    return failure instanceof NotFoundException absent
        && absent.code() == ErrorCode.TABLE_NOT_FOUND;
  }

  /** Returns the position of a version. Empty if there is no such version. */
  Mono<ViewPosition> position(int version) {
    return service
        .get(registry, ViewPosition.key(new ViewTables(view, version)))
        .map(ViewPosition::of);
  }

  /** Returns the positions of all versions. */
  Flux<ViewPosition> positions() {
    return Flux.defer(() -> service.query(
            registry, Query.ALL.where(Condition.partitionKey().is(view).filter())))
        .onErrorResume(ViewVersions::isWithoutTable, absent -> Flux.empty())
        .filter(ViewPosition::isPosition)
        .map(ViewPosition::of);
  }

  /**
   * Returns the position of a version, which is made ready if it is new. Empty if a later version
   * is current, or this one is removed.
   *
   * <p>Fails with {@code NotImplemented} if the service lacks what a view needs.
   */
  Mono<ViewPosition> begin(int version) {
    return requireNeeds()
        .then(Mono.defer(() -> requireTable(registry)))
        .then(Mono.defer(this::currentEntity))
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(current -> current.filter(known -> version(known) > version).isPresent()
            ? removeOlder(version(current.orElseThrow())).then(Mono.empty())
            : position(version)
                .switchIfEmpty(Mono.defer(() -> insert(version, current)))
                .flatMap(this::prepared))
        .filter(position -> position.state() != State.RETIRED);
  }

  /**
   * Asks for the named consumers: a service without a change feed has none, and nothing is made
   * there.
   */
  private Mono<Void> requireNeeds() {
    return service
        .consumers()
        .list()
        .then()
        .onErrorMap(ViewVersions::isNotImplemented, this::refused);
  }

  private static boolean isNotImplemented(Throwable failure) {
    return failure instanceof InvalidRequestException lacking
        && lacking.code() == ErrorCode.NOT_IMPLEMENTED;
  }

  private InvalidRequestException refused(Throwable lacking) {
    return new InvalidRequestException(
        ErrorCode.NOT_IMPLEMENTED,
        "view=" + view + " needs=changeFeed,namedConsumers,jointCommits");
  }

  /** Inserts the entity of a new version if the same version is current as before. */
  private Mono<ViewPosition> insert(int version, Optional<Entity> current) {
    var tables = new ViewTables(view, version);
    var unchanged = current
        .map(known -> TableWrite.present(registry, known.key(), version(known.etag())))
        .orElseGet(() -> TableWrite.absent(registry, currentKey()));
    return service
        .commit(JointCommit.of(
            unchanged,
            TableWrite.of(registry, new Write.Insert(ViewPosition.first(tables).entity()))))
        .onErrorMap(ViewVersions::isNotImplemented, this::refused)
        .onErrorMap(
            failure -> Conflicts.hasMovedOn(failure) || failure instanceof ConflictException,
            ViewCommits.PositionTaken::new)
        .then(Mono.defer(() -> position(version)));
  }

  private static IfMatch version(Optional<ETag> etag) {
    return IfMatch.version(etag.orElseThrow());
  }

  private Mono<ViewPosition> prepared(ViewPosition position) {
    if (position.state() != State.PREPARING) {
      return Mono.just(position);
    }
    var tables = position.tables();
    return Flux.just(tables.rows(), tables.sources(), tables.groups())
        .concatMap(this::requireTable)
        .then(Mono.defer(() -> consumer(position)))
        .flatMap(consumer -> service.write(
            registry,
            new Write.Update(
                position.from(consumer.position(), consumer.generation()).entity(),
                WriteMode.REPLACE,
                IfMatch.version(position.version()))))
        .onErrorMap(Conflicts::hasMovedOn, ViewCommits.PositionTaken::new)
        .then(Mono.defer(() -> position(tables.version())));
  }

  private Mono<NamedConsumer> consumer(ViewPosition position) {
    var consumers = service.consumers();
    return consumers
        .create(position.consumer(), Optional.of(source), FeedStart.BEGINNING)
        .onErrorResume(
            failure -> failure instanceof ConflictException taken
                && taken.code() == ErrorCode.CONSUMER_ALREADY_EXISTS,
            exists -> consumers.get(position.consumer()));
  }

  private Mono<Void> requireTable(TableName table) {
    return service
        .table(table)
        .switchIfEmpty(service
            .createTable(table)
            .onErrorResume(ConflictException.class, exists -> Mono.empty())
            .thenReturn(table))
        .then();
  }

  /** Makes a version the current one, unless it or a later one is that already. */
  Mono<Void> switchTo(int version) {
    var entity = new EntityBuilder().key(currentKey()).set(VERSION, version).build();
    return currentEntity()
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(current -> {
          if (current.filter(known -> version(known) >= version).isPresent()) {
            return Mono.empty();
          }
          return service.write(
              registry,
              current
                  .<Write>map(
                      known -> new Write.Update(entity, WriteMode.REPLACE, version(known.etag())))
                  .orElseGet(() -> new Write.Insert(entity)));
        })
        .retryWhen(Conflicts.retry(Conflicts::isFirst))
        .then();
  }

  /** Removes all versions before one. */
  Mono<Void> removeOlder(int version) {
    return positions()
        .filter(position -> position.tables().version() < version)
        .concatMap(this::remove)
        .then();
  }

  /** Removes the view with all versions. */
  Mono<Void> drop() {
    return positions().concatMap(this::remove).then(Mono.defer(() -> delete(currentKey())));
  }

  private Mono<Void> remove(ViewPosition position) {
    var tables = position.tables();
    return retired(position)
        .thenMany(Flux.just(tables.rows(), tables.sources(), tables.groups()))
        .concatMap(table ->
            service.deleteTable(table).onErrorResume(NotFoundException.class, gone -> Mono.empty()))
        .then(Mono.defer(() -> service
            .consumers()
            .delete(position.consumer())
            .onErrorResume(NotFoundException.class, gone -> Mono.empty())))
        .then(Mono.defer(() -> delete(ViewPosition.key(tables))));
  }

  /** Marks a version, so that no commit of it succeeds any more. */
  private Mono<Void> retired(ViewPosition position) {
    return service
        .write(
            registry,
            new Write.Update(position.in(State.RETIRED).entity(), WriteMode.REPLACE, IfMatch.ANY))
        .onErrorResume(Conflicts::isGone, gone -> Mono.empty())
        .then();
  }

  private Mono<Void> delete(EntityKey key) {
    return service
        .write(registry, new Write.Delete(key, IfMatch.ANY))
        .onErrorResume(
            failure -> Conflicts.isGone(failure) || isWithoutTable(failure), gone -> Mono.empty())
        .then();
  }
}
