package io.weir.engine.page.extent;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedReader;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entry of a map as its address, without a copy. The map requires a reader; the store
 * looks nothing up.
 *
 * <p>Runs on: the owner of its map; stateless.
 */
final class PageViewReader implements SizedReader<PageView> {

  @Override
  public PageView read(Bytes<?> in, long size, @Nullable PageView using) {
    var view = new PageView(size);
    view.address = in.addressForRead(in.readPosition());
    return view;
  }

  @Override
  public void readMarshallable(WireIn wire) {}

  @Override
  public void writeMarshallable(WireOut wire) {}
}
