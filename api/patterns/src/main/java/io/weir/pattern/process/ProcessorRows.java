package io.weir.pattern.process;

import io.weir.api.FeedStart;
import io.weir.api.entity.ETag;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.ServiceFailedException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/**
 * The rows of a processor, all in the partition of its name.
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><td>{@code lease-0000000003}</td><td>{@code Owner}, {@code Counter}, {@code Epoch}</td></tr>
 * <tr><td>{@code position-0000000003}</td><td>{@code From} as {@link FeedStart#text}, {@code Ended}</td></tr>
 * <tr><td>{@code member-NAME}</td><td>{@code Beat}</td></tr>
 * </table>
 *
 * <p>The group {@code frontier} is {@link ProcessorEvent#FRONTIER}. Immutable; any thread.
 */
record ProcessorRows(String processor) {

  private static final String LEASE = "lease-";
  private static final String POSITION = "position-";
  private static final String MEMBER = "member-";
  private static final String FRONTIER = "frontier";
  private static final String OWNER = "Owner";
  private static final String COUNTER = "Counter";
  private static final String EPOCH = "Epoch";
  private static final String FROM = "From";
  private static final String ENDED = "Ended";
  private static final String BEAT = "Beat";

  EntityKey leaseKey(int group) {
    return new EntityKey(processor, LEASE + text(group));
  }

  EntityKey positionKey(int group) {
    return new EntityKey(processor, POSITION + text(group));
  }

  EntityKey memberKey(String name) {
    return new EntityKey(processor, MEMBER + name);
  }

  private static String text(int group) {
    return group == ProcessorEvent.FRONTIER ? FRONTIER : "%010d".formatted(group);
  }

  Entity lease(int group, String owner, long counter, long epoch) {
    return new EntityBuilder()
        .key(leaseKey(group))
        .set(OWNER, owner)
        .set(COUNTER, counter)
        .set(EPOCH, epoch)
        .build();
  }

  Entity lease(Lease lease) {
    return lease(lease.group(), lease.owner(), lease.counter(), lease.epoch());
  }

  Entity position(int group, Position position) {
    return new EntityBuilder()
        .key(positionKey(group))
        .set(FROM, position.from().text())
        .set(ENDED, position.ended())
        .build();
  }

  Entity member(String name, long beat) {
    return new EntityBuilder().key(memberKey(name)).set(BEAT, beat).build();
  }

  /** Reads all rows. Fails with {@code InternalError} for a row that is no row of a processor. */
  ProcessorState state(List<Entity> rows) {
    var leases = new ArrayList<Lease>();
    var ended = new HashSet<Integer>();
    var members = new ArrayList<ProcessorState.Member>();
    for (var row : rows) {
      var name = row.rowKey();
      if (name.startsWith(LEASE)) {
        leases.add(lease(row));
      } else if (name.startsWith(POSITION)) {
        if (position(row).ended()) {
          ended.add(group(row, POSITION));
        }
      } else if (name.startsWith(MEMBER)) {
        members.add(new ProcessorState.Member(
            name.substring(MEMBER.length()), number(row, BEAT), version(row)));
      } else {
        throw unreadable(row);
      }
    }
    return new ProcessorState(List.copyOf(leases), ended, List.copyOf(members));
  }

  Lease lease(Entity row) {
    return new Lease(
        group(row, LEASE),
        row.getString(OWNER).orElseThrow(() -> unreadable(row)),
        number(row, COUNTER),
        number(row, EPOCH),
        version(row));
  }

  Position position(Entity row) {
    return new Position(
        FeedStart.parse(row.getString(FROM).orElseThrow(() -> unreadable(row))),
        row.getBoolean(ENDED).orElseThrow(() -> unreadable(row)));
  }

  private static int group(Entity row, String prefix) {
    var text = row.rowKey().substring(prefix.length());
    if (text.equals(FRONTIER)) {
      return ProcessorEvent.FRONTIER;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw unreadable(row);
    }
  }

  private static long number(Entity row, String name) {
    return row.getInt64(name).orElseThrow(() -> unreadable(row));
  }

  private static ETag version(Entity row) {
    return row.etag().orElseThrow(() -> unreadable(row));
  }

  private static ServiceFailedException unreadable(Entity row) {
    return new ServiceFailedException(
        ErrorCode.INTERNAL_ERROR, "reason=notAProcessorRow row=" + row.rowKey(), null);
  }
}
