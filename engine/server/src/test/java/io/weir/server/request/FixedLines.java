package io.weir.server.request;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Decodes lines of a fixed length. Each line stands for its weight, which is its length unless said
 * otherwise.
 */
final class FixedLines implements LineDecoder<Integer> {

  private final int lineBytes;
  private final int weight;
  private ByteBuf chunk = Unpooled.EMPTY_BUFFER;
  private int unfinishedBytes;

  FixedLines(int lineBytes) {
    this(lineBytes, lineBytes);
  }

  FixedLines(int lineBytes, int weight) {
    this.lineBytes = lineBytes;
    this.weight = weight;
  }

  @Override
  public void feed(ByteBuf next) {
    chunk = next;
  }

  @Override
  public @Nullable Integer next() {
    var taken = Math.min(lineBytes - unfinishedBytes, chunk.readableBytes());
    chunk.skipBytes(taken);
    unfinishedBytes = (unfinishedBytes + taken) % lineBytes;
    return taken > 0 && unfinishedBytes == 0 ? weight : null;
  }

  @Override
  public @Nullable Integer last() {
    return null;
  }

  @Override
  public int weightBytes(Integer line) {
    return line;
  }

  @Override
  public int heldBytes() {
    return unfinishedBytes;
  }
}
