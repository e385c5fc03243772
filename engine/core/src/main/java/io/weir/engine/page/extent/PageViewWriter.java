package io.weir.engine.page.extent;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.hash.serialization.SizedWriter;
import net.openhft.chronicle.wire.WireIn;
import net.openhft.chronicle.wire.WireOut;

/**
 * Records the address at which the map would write the entry, and writes nothing.
 *
 * <p>Runs on: the owner of its map; stateless.
 *
 * <p><em>deliberate:</em> writes no bytes. The map calls this with the memory of the entry itself,
 * so the address is taken here, and pages are written there afterwards. The map must keep no
 * checksums of its entries, because they would cover bytes that are not written yet.
 *
 * <p>The map describes itself, its writer included, in the header of a new file, and touches mapped
 * memory only after that. This is the one place where the store can reserve the memory that the map
 * will touch.
 */
final class PageViewWriter implements SizedWriter<PageView> {

  /** Runs each time the map describes itself; the map maps a new file after that. */
  private final transient Runnable whenDescribed;

  /** Creates the writer that a reopened map deserializes. */
  PageViewWriter() {
    this(() -> {});
  }

  PageViewWriter(Runnable whenDescribed) {
    this.whenDescribed = whenDescribed;
  }

  @Override
  public long size(PageView page) {
    return page.lengthBytes;
  }

  @Override
  public void write(Bytes<?> out, long size, PageView page) {
    page.address = out.addressForWrite(out.writePosition());
    out.writeSkip(size);
  }

  @Override
  public void readMarshallable(WireIn wire) {}

  @Override
  public void writeMarshallable(WireOut wire) {
    whenDescribed.run();
  }
}
