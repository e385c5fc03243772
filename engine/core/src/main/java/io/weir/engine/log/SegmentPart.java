package io.weir.engine.log;

import io.weir.engine.disk.Folder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A segment file, and the number of its bytes that belong to a range of the log. The bytes after
 * them are void, or frames of later records.
 *
 * <p>Segments of a log that is being written may be read up to its durable position, because bytes
 * below it do not change.
 *
 * @param file name in the log's folder
 * @param usedBytes bytes from the start of the file that belong to the range
 * @param fileBytes length of the file
 */
public record SegmentPart(String file, long usedBytes, long fileBytes) {

  /**
   * Returns the segments that hold the records between two positions. No thread may truncate the
   * log meanwhile.
   *
   * @param to not above the durable position
   */
  public static List<SegmentPart> between(Folder files, long from, long to) throws IOException {
    List<String> names = LogFolder.segmentsIn(files);
    List<SegmentPart> parts = new ArrayList<>();
    for (int i = names.isEmpty() ? 0 : LogFolder.holderOf(names, from); i < names.size(); i++) {
      long base = LogFolder.basePosition(names.get(i));
      if (base <= to) {
        parts.add(part(files, names.get(i), SegmentHeader.BYTES + to - base));
      }
    }
    return List.copyOf(parts);
  }

  private static SegmentPart part(Folder files, String name, long atMostBytes) throws IOException {
    try (var file = files.openToRead(name)) {
      long size = file.size();
      return new SegmentPart(name, Math.min(size, atMostBytes), size);
    }
  }
}
