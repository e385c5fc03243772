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
 * Ends a stream after the entity at which its frames reach a number of bytes, at least one entity,
 * and adds a frame that says where to continue. Belongs to one subscription.
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

  /** Limits a stream. Passes demand on unchanged; cancels the source at the limit. */
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

  /** Returns the frame that says where to continue; empty if the stream is complete. */
  private Mono<Frame> more() {
    var key = last;
    return key == null || bytes < limitBytes
        ? Mono.empty()
        : Mono.just(new Frame.More(Continuation.after(key, direction), returned));
  }
}
