package io.weir.pattern;

import io.weir.api.JointCommit;
import io.weir.api.TableKey;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.TableWrite;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * One attempt to read some entities and to write others as if nobody else wrote meanwhile.
 *
 * <p>{@link #get} remembers the version of each entity that it reads, or that it is absent.
 * {@link #write} collects writes and sends nothing. When the work has completed, one
 * {@link JointCommit} carries out the writes and checks that every entity that was read is
 * unchanged. If one has changed, the work runs again with a new transaction.
 *
 * <p>Transactions are serializable for the entities that they read by key. Queries are not part of
 * a transaction: neither ranges of keys nor the answers of an index, an order or a count are
 * checked. An entity that another writer adds to one of them, or removes from it, is not noticed.
 * To depend on a set of entities, read one entity that stands for the set and that all writers of
 * the set write. A read does not see the transaction's own writes.
 *
 * <p>A change with a token is refused. A token stands for the commit as it was sent, and an attempt
 * that runs again may read other versions and make other writes.
 *
 * <p>Belongs to one attempt, whose reads and writes must not overlap in time.
 */
public final class Transaction {

  /** Attempts of {@link #run}, the first included. */
  public static final int ATTEMPTS = 16;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(2);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final TableService service;
  private final Map<TableKey, Optional<Entity>> reads = new LinkedHashMap<>();
  private final List<TableWrite.Change> writes = new ArrayList<>();

  private Transaction(TableService service) {
    this.service = service;
  }

  /**
   * Runs work in a transaction and returns its value once the transaction is committed. Empty work
   * commits, too.
   *
   * <p>The work may run several times, at most {@link #ATTEMPTS}, so it must have no other effects
   * than those of its transaction. Fails as the work does, without a commit. Fails as
   * {@link TableService#commit} does; after the last attempt with the conflict that it met.
   */
  public static <T> Mono<T> run(TableService service, Function<Transaction, Mono<T>> work) {
    return Mono.defer(() -> new Transaction(service).attempt(work))
        .retryWhen(Retry.backoff(ATTEMPTS - 1L, FIRST_PAUSE)
            .maxBackoff(LONGEST_PAUSE)
            .filter(EntityChanged.class::isInstance)
            .onRetryExhaustedThrow((spec, signal) -> signal.failure()))
        .onErrorMap(EntityChanged.class, EntityChanged::conflict);
  }

  /**
   * Reads an entity with all its properties. Empty when it is absent. A second read returns the
   * same.
   */
  public Mono<Entity> get(TableName table, EntityKey key) {
    return Mono.defer(() -> {
      var address = new TableKey(table, key);
      var known = reads.get(address);
      return known == null
          ? service
              .get(table, key)
              .map(Optional::of)
              .defaultIfEmpty(Optional.empty())
              .doOnNext(found -> reads.put(address, found))
              .flatMap(Mono::justOrEmpty)
          : Mono.justOrEmpty(known);
    });
  }

  /**
   * Adds a write that the commit carries out. A transaction writes an entity once. Fails with
   * {@code InvalidInput} for a change with a token.
   */
  public void write(TableName table, Write write) {
    if (write instanceof Write.Change change && change.token().isPresent()) {
      throw new InvalidRequestException(
          ErrorCode.INVALID_INPUT, "unexpected=token do=commitWithoutTransaction");
    }
    writes.add(new TableWrite.Change(table, write));
  }

  private <T> Mono<T> attempt(Function<Transaction, Mono<T>> work) {
    return work.apply(this)
        .map(Optional::of)
        .defaultIfEmpty(Optional.empty())
        .flatMap(value -> commit().thenReturn(value))
        .flatMap(Mono::justOrEmpty);
  }

  private Mono<Void> commit() {
    return Mono.defer(() -> {
      var operations = operations();
      return operations.isEmpty()
          ? Mono.empty()
          : service
              .commit(new JointCommit(operations))
              .onErrorMap(this::isConflict, EntityChanged::new)
              .then();
    });
  }

  /**
   * Returns the writes, each with the version that was read, and a check for each other entity that
   * was read.
   */
  private List<TableWrite> operations() {
    var unchecked = new LinkedHashMap<>(reads);
    var operations = new ArrayList<TableWrite>();
    for (var change : writes) {
      var read = unchecked.remove(new TableKey(change.table(), change.key()));
      operations.add(
          read == null
              ? change
              : new TableWrite.Change(
                  change.table(), change.write().dispatch(new ReadVersion(read))));
    }
    unchecked.forEach((key, read) -> operations.add(
        read.isEmpty()
            ? TableWrite.absent(key.table(), key.key())
            : TableWrite.present(key.table(), key.key(), ReadVersion.of(read.get()))));
    return operations;
  }

  /** Whether an entity that was read has changed, so that another attempt may succeed. */
  private boolean isConflict(Throwable failure) {
    if (!(failure instanceof PreconditionFailedException
        || failure instanceof ConflictException
        || failure instanceof NotFoundException)) {
      return false;
    }
    if (((TableServiceException) failure).facts().contains(Write.Change.CONDITION_FALSE)) {
      return false; // the version is checked first, so the entity is the one that was read
    }
    var failed = ((TableServiceException) failure).failedOperation();
    if (failed < 0 || failed >= writes.size()) {
      return failed >= writes.size();
    }
    var change = writes.get(failed);
    return reads.containsKey(new TableKey(change.table(), change.key()));
  }

  /** An entity that the transaction has read was changed by another writer. */
  private static final class EntityChanged extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final TableServiceException conflict;

    private EntityChanged(Throwable conflict) {
      super(null, conflict, false, false);
      this.conflict = (TableServiceException) conflict;
    }

    private TableServiceException conflict() {
      return conflict;
    }
  }
}
