package io.weir.hbase.protocol;

import io.weir.api.entity.Entity;
import java.util.List;

/**
 * The answer to a {@link ReadRequest}: a slice. All its entities are of one moment.
 *
 * @param entities the matching entities in the requested order; empty when they are only counted
 * @param matched number of matching entities
 * @param scanned number of entities read, not counting the one at which the slice ends
 * @param end where the slice ends
 */
public record ReadAnswer(List<Entity> entities, int matched, long scanned, SliceEnd end) {

  public ReadAnswer {
    entities = List.copyOf(entities);
  }

  public byte[] toBytes() {
    var target = new MessageWriter()
        .all(entities, (writer, entity) -> writer.bytes(entity.encoded()))
        .int32(matched)
        .int64(scanned);
    end.write(target);
    return target.toBytes();
  }

  public static ReadAnswer read(byte[] message) {
    var source = new MessageReader(message);
    return new ReadAnswer(
        source.all(reader -> Entity.ofTrusted(reader.bytes())),
        source.int32(),
        source.int64(),
        SliceEnd.read(source));
  }
}
