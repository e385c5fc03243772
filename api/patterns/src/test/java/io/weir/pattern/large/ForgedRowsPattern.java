package io.weir.pattern.large;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.large.LargeContent.CHUNK;
import static io.weir.pattern.large.LargeContent.PHOTO;
import static io.weir.pattern.large.LargeContent.buffers;
import static io.weir.pattern.large.LargeContent.bytes;
import static io.weir.pattern.large.LargeContent.joined;
import static io.weir.pattern.large.LargeContent.later;
import static io.weir.pattern.large.LargeContent.rest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityBuilder;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.PatternDoor;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

/**
 * Rows with the keys of large values that another program has written: they cost no memory, stop no
 * collection and remove no stored value.
 */
public interface ForgedRowsPattern extends PatternDoor {

  /** The longest content with chunks of {@link LargeContent#CHUNK} bytes. */
  long LONGEST = (long) LargeValues.MOST_CHUNKS * CHUNK;

  UUID NAME = new UUID(1, 2);

  @Test
  default void aStoredUploadMayHaveNumbersWithinTheirLimitsOnly() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees);

    for (var chunkBytes : List.of(1, LargeValues.LARGEST_CHUNK_BYTES)) {
      write(employees, upload("OPEN", 0, chunkBytes));
      assertThat(await(photos.upload(PHOTO, NAME)).chunkBytes()).isEqualTo(chunkBytes);
    }
    for (var chunkBytes : List.of(0, -1, LargeValues.LARGEST_CHUNK_BYTES + 1, Integer.MAX_VALUE)) {
      write(employees, upload("OPEN", 0, chunkBytes));
      assertIsNoUpload(photos);
    }
    for (var position : List.of(0L, (long) CHUNK, LONGEST)) {
      write(employees, upload("OPEN", position, CHUNK));
      assertThat(await(photos.upload(PHOTO, NAME)).position()).isEqualTo(position);
    }
    for (var position : List.of(-1L, CHUNK - 1L, LONGEST + CHUNK, Long.MAX_VALUE)) {
      write(employees, upload("OPEN", position, CHUNK));
      assertIsNoUpload(photos);
    }
  }

  @Test
  default void aStoredHeadMayHaveNumbersWithinTheirLimitsOnly() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees);

    for (var length : List.of(0L, 1L, LONGEST)) {
      write(employees, head(length, CHUNK, "0f".repeat(32)));
      assertThat(await(photos.find(PHOTO)).lengthBytes()).isEqualTo(length);
    }
    for (var length : List.of(-1L, LONGEST + 1, Long.MAX_VALUE)) {
      write(employees, head(length, CHUNK, "0f".repeat(32)));
      assertIsNoHead(photos);
    }
    for (var chunkBytes : List.of(0, -1, LargeValues.LARGEST_CHUNK_BYTES + 1)) {
      write(employees, head(1, chunkBytes, "0f".repeat(32)));
      assertIsNoHead(photos);
    }
    for (var sha256 : List.of("", "0f".repeat(31), "0f".repeat(33), "0g".repeat(32))) {
      write(employees, head(1, CHUNK, sha256));
      assertIsNoHead(photos);
    }
  }

  @Test
  default void aMarkOnAStoredValueRemovesNoneOfItsChunks() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var stored = await(photos.put(PHOTO, buffers(bytes(4_500), 700)));
    for (var state : List.of("REMOVED", "OPEN", "REPLACED")) {
      var row = ValueRows.upload(PHOTO, stored.generation());
      write(employees, numbers(Entity.builder(row.partitionKey(), row.rowKey()), state, 4_000));

      await(photos.withClock(later()).collect("Sales", Duration.ofDays(1)));

      assertThat(joined(photos.read(PHOTO))).as(state).isEqualTo(bytes(4_500));
      assertThat(rows(employees)).as(state).hasSize(6);
    }

    photos.remove(stored).block(PATIENCE);
    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(4_500));
  }

  @Test
  default void anUploadBecomesTheValueOnce() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var upload = await(photos.append(photos.begin(PHOTO), buffers(bytes(2_000), 700)));
    await(photos.finish(upload, rest(bytes(2_500), 2_000), Replaces.ANYTHING));

    for (var replaces : List.of(Replaces.ANYTHING, Replaces.EXISTING, Replaces.NOTHING)) {
      assertThatThrownBy(() -> await(photos.finish(upload, rest(bytes(2_700), 2_000), replaces)))
          .isInstanceOf(PreconditionFailedException.class)
          .hasMessageContaining("upload=finished");
    }
    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(2_500));
  }

  @Test
  default void aRowThatNoUploadHasWrittenStopsNoCollection() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var forged = List.of(
        "~upload!a",
        "~upload!a!b",
        "~upload!a!" + NAME + "!c",
        "~upload!~chunk\"1a!" + NAME,
        "~upload!\"9!" + NAME);
    for (var row : forged) {
      write(employees, numbers(Entity.builder("Sales", row), "OPEN", 0));
    }
    var interrupted =
        buffers(bytes(4_000), 700).concatWith(Mono.error(new IllegalStateException()));
    photos.put(PHOTO, interrupted).onErrorComplete().block(PATIENCE);

    assertThat(await(photos.uploads("Sales"))).hasSize(1);
    assertThat(await(photos.withClock(later()).collect("Sales", Duration.ofDays(1))))
        .isOne();
    assertThat(rows(employees)).containsExactlyInAnyOrderElementsOf(forged);
  }

  private static Entity upload(String state, long position, int chunkBytes) {
    var row = ValueRows.upload(PHOTO, NAME);
    return Entity.builder(row.partitionKey(), row.rowKey())
        .set("State", state)
        .set("Position", position)
        .set("ChunkBytes", chunkBytes)
        .build();
  }

  private static Entity numbers(EntityBuilder row, String state, long position) {
    return row.set("State", state)
        .set("Position", position)
        .set("ChunkBytes", CHUNK)
        .build();
  }

  private static Entity head(long length, int chunkBytes, String sha256) {
    return Entity.builder(PHOTO.partitionKey(), PHOTO.rowKey())
        .set("ContentLength", length)
        .set("Sha256", sha256)
        .set("Generation", NAME)
        .set("ChunkBytes", chunkBytes)
        .build();
  }

  private static void assertIsNoUpload(LargeValues photos) {
    assertThatThrownBy(() -> await(photos.upload(PHOTO, NAME)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("expected=rowOfUpload");
    assertThat(await(photos.uploads(PHOTO))).isEmpty();
  }

  private static void assertIsNoHead(LargeValues photos) {
    assertThatThrownBy(() -> await(photos.find(PHOTO)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("expected=headOfLargeValue");
  }

  private void write(TableName table, Entity row) {
    weir().write(table, new Write.Upsert(row, WriteMode.REPLACE)).block(PATIENCE);
  }

  private List<String> rows(TableName table) {
    return await(weir().query(table, Query.ALL).map(Entity::rowKey));
  }
}
