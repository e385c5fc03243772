package io.weir.pattern.process;

import io.weir.api.FeedStart;
import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.edm.EdmString;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.filter.Filter;
import io.weir.api.filter.Operator;
import io.weir.api.write.Batch;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import reactor.core.publisher.Mono;

/**
 * Reads and writes the rows of a processor. Every write of a lease names the version that it
 * replaces.
 *
 * <p>Any thread. Fails as the service does.
 */
final class ProcessorTable {

  private final TableService service;
  private final TableName table;
  private final ProcessorRows rows;

  ProcessorTable(TableService service, TableName table, String processor) {
    this.service = service;
    this.table = table;
    this.rows = new ProcessorRows(processor);
  }

  /** Creates a table unless it exists. */
  static Mono<Void> require(TableService service, TableName table) {
    return service
        .table(table)
        .switchIfEmpty(service
            .createTable(table)
            .onErrorResume(ConflictException.class, exists -> Mono.empty())
            .thenReturn(table))
        .then();
  }

  Mono<ProcessorState> read() {
    var own =
        new Filter.Comparison("PartitionKey", Operator.EQUAL, new EdmString(rows.processor()));
    return service.query(table, Query.ALL.where(own)).collectList().map(rows::state);
  }

  /** Adds a free lease and the position of a group, unless the group has them. */
  Mono<Void> add(int group, FeedStart from) {
    return service
        .submit(
            table,
            Batch.of(
                new Write.Insert(rows.lease(group, Lease.FREE, 0, 0)),
                new Write.Insert(rows.position(group, Position.at(from)))))
        .onErrorResume(ConflictException.class, exists -> Mono.empty())
        .then();
  }

  /** Makes a member the owner of a lease. Empty when the lease has changed. */
  Mono<Lease> take(Lease lease, String member) {
    var taken = lease.takenBy(member);
    return service
        .write(table, replace(taken))
        .map(result -> stored(taken, result))
        .onErrorResume(ProcessorTable::isChanged, changed -> Mono.empty());
  }

  /**
   * Reads the position of a group. A caller that owns the lease knows that no other member writes
   * it until it loses the lease.
   */
  Mono<Position> position(int group) {
    return service.get(table, rows.positionKey(group)).map(rows::position);
  }

  /**
   * Stores a new state of a lease. Fails with {@link LeaseLost} when the member no longer owns it.
   */
  Mono<Lease> write(Lease lease, Lease next) {
    return service
        .write(table, replace(next))
        .map(result -> stored(next, result))
        .onErrorResume(
            ProcessorTable::isChanged,
            changed -> stillOwned(lease).flatMap(current -> write(current, next.after(current))));
  }

  /**
   * Stores a new state of a lease together with the position: both, or none. Fails as
   * {@link #write(Lease, Lease)} does.
   */
  Mono<Lease> write(Lease lease, Lease next, Position position) {
    var batch = Batch.of(
        replace(next), new Write.Upsert(rows.position(next.group(), position), WriteMode.REPLACE));
    return service
        .submit(table, batch)
        .map(results -> stored(next, results.get(0)))
        .onErrorResume(
            ProcessorTable::isChanged,
            changed -> stillOwned(lease)
                .flatMap(current -> write(current, next.after(current), position)));
  }

  /**
   * Reads a lease whose version is not the expected one. An earlier write of this member whose
   * outcome is unknown may have changed it. The read shows that write, or a later owner.
   */
  private Mono<Lease> stillOwned(Lease lease) {
    return service
        .get(table, rows.leaseKey(lease.group()))
        .map(rows::lease)
        .filter(lease::isHeldStill)
        .switchIfEmpty(Mono.error(LeaseLost::new));
  }

  Mono<Void> beat(String member, long beat) {
    return service
        .write(table, new Write.Upsert(rows.member(member, beat), WriteMode.REPLACE))
        .then();
  }

  /** Removes the row of this member. */
  Mono<Void> leave(String member) {
    return remove(new Write.Delete(rows.memberKey(member), IfMatch.ANY));
  }

  /** Removes the row of a member that is gone, unless it has given a sign of life again. */
  Mono<Void> forget(ProcessorState.Member member) {
    return remove(
        new Write.Delete(rows.memberKey(member.name()), IfMatch.version(member.version())));
  }

  private Mono<Void> remove(Write.Delete delete) {
    return service
        .write(table, delete)
        .onErrorResume(ProcessorTable::isChanged, changed -> Mono.empty())
        .then();
  }

  private Write replace(Lease lease) {
    return new Write.Update(rows.lease(lease), WriteMode.REPLACE, IfMatch.version(lease.version()));
  }

  private static Lease stored(Lease lease, WriteResult result) {
    return lease.stored(result
        .etag()
        .orElseThrow(() -> new IllegalStateException("a stored lease has no version")));
  }

  private static boolean isChanged(Throwable failure) {
    return failure instanceof PreconditionFailedException
        || failure instanceof NotFoundException absent
            && absent.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }
}
