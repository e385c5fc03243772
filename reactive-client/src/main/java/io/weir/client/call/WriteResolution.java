package io.weir.client.call;

import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.IfMatch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.api.write.WriteResult;
import io.weir.client.options.UnknownWrites;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * Resolves a single write by reading its entity.
 *
 * <p>Any thread; belongs to one operation.
 */
public final class WriteResolution implements Write.Handler<Resolution<WriteResult>> {

  private final UnknownWrites policy;
  private final Function<EntityKey, Mono<Entity>> reader;

  /**
   * Resolves writes by a policy.
   *
   * @param reader returns the stored entity; empty if it is absent
   */
  public WriteResolution(UnknownWrites policy, Function<EntityKey, Mono<Entity>> reader) {
    this.policy = policy;
    this.reader = reader;
  }

  public Resolution<WriteResult> of(Write write) {
    return policy == UnknownWrites.FAIL ? Resolution.none() : write.dispatch(this);
  }

  /** Returns whether reading the entity can tell what happened to the write. */
  static boolean isConditional(Write write) {
    return write.dispatch(CONDITIONAL);
  }

  @Override
  public Resolution<WriteResult> insert(Write.Insert write) {
    return (sent, refusal) -> reader
        .apply(write.key())
        .map(stored -> inserted(write.entity(), stored, sent))
        .defaultIfEmpty(Verdict.repeatable());
  }

  @Override
  public Resolution<WriteResult> upsert(Write.Upsert write) {
    return unconditional();
  }

  @Override
  public Resolution<WriteResult> update(Write.Update write) {
    if (write.ifMatch() == IfMatch.ANY) {
      return unconditional();
    }
    var replaces = write.mode() == WriteMode.REPLACE;
    return changing(
        write.key(),
        write.ifMatch(),
        stored -> replaces && isSame(write.entity(), stored)
            ? done(stored)
            : Verdict.unknown("stored=anotherVersion"));
  }

  @Override
  public Resolution<WriteResult> delete(Write.Delete write) {
    if (write.ifMatch() == IfMatch.ANY) {
      return policy == UnknownWrites.REPEAT
          ? Resolution.removing(Verdict.done(WriteResult.REMOVED))
          : Resolution.none();
    }
    return changing(
        write.key(), write.ifMatch(), stored -> Verdict.unknown("stored=anotherVersion"));
  }

  /**
   * A change without a token is never repeated: a sum would be added twice, and an answer would
   * carry other entities. {@link ChangeTokens} gives each change one.
   */
  @Override
  public Resolution<WriteResult> change(Write.Change write) {
    return ChangeTokens.has(write) ? Resolution.remembered() : Resolution.none();
  }

  private Resolution<WriteResult> unconditional() {
    return policy == UnknownWrites.REPEAT ? Resolution.repeating() : Resolution.none();
  }

  /**
   * Resolves a write with the condition of one version.
   *
   * @param newer returns the verdict if another, newer version is stored
   */
  private Resolution<WriteResult> changing(
      EntityKey key, IfMatch version, Function<Entity, Verdict<WriteResult>> newer) {
    return (sent, refusal) -> reader
        .apply(key)
        .map(stored -> {
          if (version.matches(stored.timestampTicks())) {
            return Verdict.<WriteResult>repeatable();
          }
          return isOld(stored, sent)
              ? Verdict.<WriteResult>refused(new PreconditionFailedException(""))
              : newer.apply(stored);
        })
        .defaultIfEmpty(Verdict.unknown("stored=nothing"));
  }

  private static Verdict<WriteResult> inserted(Entity written, Entity stored, Sending sent) {
    if (isOld(stored, sent)) {
      return Verdict.refused(new ConflictException(ErrorCode.ENTITY_ALREADY_EXISTS, ""));
    }
    return isSame(written, stored) ? done(stored) : Verdict.unknown("stored=differs");
  }

  private static Verdict<WriteResult> done(Entity stored) {
    return Verdict.done(new WriteResult(stored.timestampTicks()));
  }

  private static boolean isOld(Entity stored, Sending sent) {
    return stored.timestampTicks() < sent.afterTicks();
  }

  private static boolean isSame(Entity written, Entity stored) {
    return written.toMap().equals(stored.toMap());
  }

  private static final Write.Handler<Boolean> CONDITIONAL = new Write.Handler<>() {
    @Override
    public Boolean insert(Write.Insert write) {
      return true;
    }

    @Override
    public Boolean upsert(Write.Upsert write) {
      return false;
    }

    @Override
    public Boolean update(Write.Update write) {
      return write.ifMatch() != IfMatch.ANY;
    }

    @Override
    public Boolean delete(Write.Delete write) {
      return write.ifMatch() != IfMatch.ANY;
    }

    @Override
    public Boolean change(Write.Change write) {
      return false; // its token tells, and if it has none, its version does not
    }
  };
}
