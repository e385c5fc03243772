package io.weir.server.stream;

import io.weir.api.Continuation;
import io.weir.api.Direction;
import io.weir.api.StreamItem;
import io.weir.api.entity.EntityKey;
import io.weir.api.wire.Frame;
import io.weir.api.wire.FrameEncoder;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Ends one stream behind the entity with which all of them have come to so many bytes, as frames, so that it has at least one; then it
 * says where to go on. Belongs to one subscription.
 */
final class ByteLimit {

  private final long limitBytes;
  private final Direction direction;
  private long bytes;
  private long returned;
  private @Nullable EntityKey last;

  private ByteLimit(long limitBytes, Direction direction) {
    this.limitBytes = limitBytes;
    this.direction = direction;
  }

  /** Demand passes as it is; what is cut off is cancelled. */
  static Flux<Frame> of(Flux<StreamItem> items, long limitBytes, Direction direction) {
    var frames = items.<Frame>map(Frame.Item::new);
    return limitBytes == Long.MAX_VALUE
        ? frames
        : Flux.defer(() -> new ByteLimit(limitBytes, direction).applyTo(frames));
  }

  private Flux<Frame> applyTo(Flux<Frame> frames) {
    return frames.takeUntil(this::isLast).concatWith(Mono.defer(this::more));
  }

  private boolean isLast(Frame frame) {
    if (((Frame.Item) frame).item() instanceof StreamItem.Row row) {
      last = row.entity().key();
      bytes += FrameEncoder.entityFrameBytes(row.entity());
      returned++;
    }
    return bytes >= limitBytes;
  }

  /** Empty where the stream is complete. */
  private Mono<Frame> more() {
    var key = last;
    return key == null || bytes < limitBytes
        ? Mono.empty()
        : Mono.just(new Frame.More(Continuation.after(key, direction), returned));
  }
}
