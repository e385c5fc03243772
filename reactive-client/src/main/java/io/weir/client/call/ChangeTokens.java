package io.weir.client.call;

import io.weir.api.JointCommit;
import io.weir.api.TableWrite;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.Write;
import io.weir.client.options.UnknownWrites;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Gives changes in place the tokens with which they can be repeated: see {@link Write.Change}. A
 * token of the user stays. A batch and a joint commit need one, because it stands for the whole.
 *
 * <p>A token is a number of the client, chosen at random, and a count that begins at random. Tokens
 * of a client are neighbours in the memory of the service, so the tokens of one turn cost it few
 * pages. Any thread.
 */
public final class ChangeTokens {

  private final boolean isNeeded;
  private final long client;
  private final AtomicLong next;

  /** Makes tokens, unless the policy repeats nothing. */
  public ChangeTokens(UnknownWrites policy, RandomGenerator random) {
    this.isNeeded = policy != UnknownWrites.FAIL;
    this.client = random.nextLong();
    this.next = new AtomicLong(random.nextLong());
  }

  /** Whether a service remembers what became of a write. */
  static boolean has(Write write) {
    return write instanceof Write.Change change && change.token().isPresent();
  }

  /** Returns a write with a token if it is a change. */
  public Write on(Write write) {
    return isNeeded && write instanceof Write.Change change && change.token().isEmpty()
        ? change.withToken(new UUID(client, next.getAndIncrement()))
        : write;
  }

  /** Returns a line of a bulk write with a token if it is a change. */
  public BulkLine on(BulkLine line) {
    return line instanceof BulkLine.Change change
        ? new BulkLine.Change(on(change.write()), change.group())
        : line;
  }

  /** Returns a batch with a token if it has a change. */
  public Batch on(Batch batch) {
    var writes = batch.writes();
    var at = place(writes);
    return at < 0 ? batch : new Batch(replaced(writes, at, on(writes.get(at))));
  }

  /** Returns a joint commit with a token if it has a change. */
  public JointCommit on(JointCommit commit) {
    var operations = commit.operations();
    var changes = operations.stream()
        .filter(TableWrite.Change.class::isInstance)
        .map(TableWrite.Change.class::cast)
        .toList();
    var at = place(changes.stream().map(TableWrite.Change::write).toList());
    if (at < 0) {
      return commit;
    }
    var change = changes.get(at);
    var once = TableWrite.of(change.table(), on(change.write()));
    return new JointCommit(replaced(operations, operations.indexOf(change), once));
  }

  /** Returns the place of the write that gets a token; negative if none needs one. */
  private int place(List<Write> writes) {
    if (!isNeeded || writes.stream().anyMatch(ChangeTokens::has)) {
      return -1;
    }
    return IntStream.range(0, writes.size())
        .filter(i -> writes.get(i) instanceof Write.Change)
        .findFirst()
        .orElse(-1);
  }

  private static <T> List<T> replaced(List<T> all, int at, T other) {
    var result = new ArrayList<>(all);
    result.set(at, other);
    return result;
  }
}
