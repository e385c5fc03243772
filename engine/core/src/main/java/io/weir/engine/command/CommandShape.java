package io.weir.engine.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.api.TableWrite;
import io.weir.api.filter.Filter;
import io.weir.api.filter.FilterPrinter;
import io.weir.api.write.IfMatch;
import io.weir.api.write.PropertyOperation;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.Comparator;

/**
 * A fingerprint of what a command does: the keys and the kinds of its operations, the versions of
 * its writes, and the operations, conditions and answers of changes in place. Contents of entities
 * are not in it, because a client that encrypts them never sends them twice alike. Versions of
 * checks are not in it either: when the command has been carried out, the checked entity may get
 * another one. The operations of a change count in the order of their properties, because a client
 * may send them in any.
 *
 * <p>It is an FNV-1a hash of 64 bits (Fowler, Noll and Vo, public domain). It tells a command from
 * another one that has its token by mistake; it is no proof against a client that wants to deceive
 * itself. Belongs to one thread.
 */
public final class CommandShape
    implements TableWrite.Handler<CommandShape>, Write.Handler<CommandShape> {

  private static final long BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final byte[] NONE = {};

  private long hash = BASIS;

  /** Returns the hash of some bytes. */
  public static long hash(byte[] bytes) {
    return new CommandShape().bytes(bytes).hash;
  }

  /** Returns the fingerprint of what was added. */
  public long fingerprint() {
    return hash;
  }

  /** Adds an operation on the entity of a key. */
  public void add(byte[] key, TableWrite operation) {
    bytes(key);
    operation.dispatch(this);
  }

  /** Adds a write of the entity of a key. */
  public void add(byte[] key, Write write) {
    bytes(key);
    write.dispatch(this);
  }

  @Override
  public CommandShape change(TableWrite.Change operation) {
    return operation.write().dispatch(this);
  }

  @Override
  public CommandShape present(TableWrite.Present operation) {
    return kind('p');
  }

  @Override
  public CommandShape absent(TableWrite.Absent operation) {
    return kind('a');
  }

  @Override
  public CommandShape insert(Write.Insert write) {
    return kind('i');
  }

  @Override
  public CommandShape upsert(Write.Upsert write) {
    return kind(write.mode() == WriteMode.MERGE ? 'm' : 'r');
  }

  @Override
  public CommandShape update(Write.Update write) {
    return kind(write.mode() == WriteMode.MERGE ? 'M' : 'R').version(write.ifMatch());
  }

  @Override
  public CommandShape delete(Write.Delete write) {
    return kind('d').version(write.ifMatch());
  }

  @Override
  public CommandShape change(Write.Change write) {
    var operations = write.operations().stream()
        .sorted(Comparator.comparing(PropertyOperation::property))
        .toList();
    kind('c')
        .version(write.ifMatch())
        .text(write.answer().name())
        .bytes(Write.Change.operands(write.key(), operations).encoded());
    operations.forEach(operation -> text(operation.text()));
    var condition = write.condition();
    return condition.equals(Filter.ALL) ? this : text(FilterPrinter.print(condition));
  }

  private CommandShape version(IfMatch ifMatch) {
    return ifMatch == IfMatch.ANY ? bytes(NONE) : text(ifMatch.header());
  }

  private CommandShape text(String text) {
    return bytes(text.getBytes(UTF_8));
  }

  private CommandShape kind(int kind) {
    hash = (hash ^ kind) * PRIME;
    return this;
  }

  /** Adds bytes and their number, so that neighbouring parts cannot be taken for each other. */
  private CommandShape bytes(byte[] bytes) {
    for (var each : bytes) {
      hash = (hash ^ (each & 0xFF)) * PRIME;
    }
    return kind(bytes.length);
  }
}
