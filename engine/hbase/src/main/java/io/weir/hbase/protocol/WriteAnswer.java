package io.weir.hbase.protocol;

import io.weir.api.entity.Entity;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.write.WriteResult;
import java.util.Optional;

/** The answer to a {@link WriteRequest}. */
public sealed interface WriteAnswer {

  /** Calls the handler's method for this kind of answer. */
  <R> R dispatch(Handler<R> handler);

  /** One method for each kind of answer. */
  interface Handler<R> {
    R done(Done answer);

    R refused(Refused answer);
  }

  /**
   * All operations were carried out. The form is 8 bytes for the Timestamp, and with images the
   * entity before, empty for none, and the entity after.
   *
   * @param ticks the Timestamp of all entities that the request stored
   * @param images the entities that a change asked for
   */
  record Done(long ticks, WriteResult.Images images) implements WriteAnswer {

    private static final byte[] NO_BYTES = {};

    /** Makes the answer to a request that asked for no entities. */
    public Done(long ticks) {
      this(ticks, WriteResult.Images.NONE);
    }

    /** Returns the form in which a region keeps the answer. */
    public byte[] toEntry() {
      return write(new MessageWriter()).toBytes();
    }

    /** Returns the answer that a region has kept. */
    public static Done ofEntry(byte[] entry) {
      return read(new MessageReader(entry));
    }

    private MessageWriter write(MessageWriter target) {
      target.int64(ticks);
      return images.equals(WriteResult.Images.NONE)
          ? target
          : target.bytes(bytes(images.before())).bytes(bytes(images.after()));
    }

    private static Done read(MessageReader source) {
      var ticks = source.int64();
      return source.hasMore()
          ? new Done(ticks, new WriteResult.Images(entity(source), entity(source)))
          : new Done(ticks);
    }

    private static byte[] bytes(Optional<Entity> image) {
      return image.map(Entity::encoded).orElse(NO_BYTES);
    }

    private static Optional<Entity> entity(MessageReader source) {
      var bytes = source.bytes();
      return bytes.length == 0 ? Optional.empty() : Optional.of(Entity.ofTrusted(bytes));
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.done(this);
    }
  }

  /**
   * Nothing was carried out.
   *
   * @param operation the index of the first operation that cannot be carried out
   */
  record Refused(ErrorCode code, String facts, int operation) implements WriteAnswer {

    /** Returns the refusal that a failure means, which names its operation. */
    public static Refused of(TableServiceException failure) {
      return new Refused(failure.code(), failure.facts(), failure.failedOperation());
    }

    /** Returns the failure of the request. */
    public TableServiceException failure() {
      return TableServiceException.of(code, facts).atOperation(operation);
    }

    @Override
    public <R> R dispatch(Handler<R> handler) {
      return handler.refused(this);
    }
  }

  /** Returns the binary form. */
  default byte[] toBytes() {
    return dispatch(new Handler<>() {
      @Override
      public byte[] done(Done answer) {
        return answer.write(new MessageWriter().int8(0)).toBytes();
      }

      @Override
      public byte[] refused(Refused answer) {
        return new MessageWriter()
            .int8(1)
            .text(answer.code().code())
            .text(answer.facts())
            .int32(answer.operation())
            .toBytes();
      }
    });
  }

  static WriteAnswer read(byte[] message) {
    var source = new MessageReader(message);
    if (source.int8() == 0) {
      return Done.read(source);
    }
    var code = source.text();
    return new Refused(
        ErrorCode.ofCode(code).orElseThrow(() -> new MalformedMessage("code=" + code)),
        source.text(),
        source.int32());
  }
}
