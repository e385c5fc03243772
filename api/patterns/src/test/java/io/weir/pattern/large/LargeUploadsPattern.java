package io.weir.pattern.large;

import static io.weir.pattern.PatternDoor.await;
import static io.weir.pattern.large.LargeContent.CHUNK;
import static io.weir.pattern.large.LargeContent.PHOTO;
import static io.weir.pattern.large.LargeContent.buffers;
import static io.weir.pattern.large.LargeContent.bytes;
import static io.weir.pattern.large.LargeContent.joined;
import static io.weir.pattern.large.LargeContent.later;
import static io.weir.pattern.large.LargeContent.part;
import static io.weir.pattern.large.LargeContent.photoOf;
import static io.weir.pattern.large.LargeContent.rest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.error.ConflictException;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.PreconditionFailedException;
import io.weir.api.error.ServiceFailedException;
import io.weir.pattern.KilledProgram;
import io.weir.pattern.PatternDoor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Uploads of large values: interrupted and continued, announced and appended to, discarded and
 * collected.
 */
public interface LargeUploadsPattern extends PatternDoor {

  @Test
  default void anUploadContinuesWhereItsProgramStopped() {
    var photos = photos();
    var photo = bytes(10_000);
    var interrupted =
        buffers(photo, 700).take(12).concatWith(Mono.error(new IllegalStateException()));
    assertThatThrownBy(() -> await(photos.put(PHOTO, interrupted)))
        .isInstanceOf(IllegalStateException.class);
    assertThat(photos.find(PHOTO).blockOptional(PATIENCE)).isEmpty();

    // snippet
    var value = photos
        .uploads(PHOTO)
        .next()
        .flatMap(
            upload -> photos.finish(upload, rest(photo, upload.position()), Replaces.ANYTHING));
    // end of snippet

    assertThat(await(photos.uploads(PHOTO)))
        .singleElement()
        .satisfies(upload -> assertThat(upload.position()).isEqualTo(6_000));
    assertThat(await(value).lengthBytes()).isEqualTo(10_000);
    assertThat(joined(photos.read(PHOTO))).isEqualTo(photo);
    assertThat(await(photos.uploads(PHOTO))).isEmpty();
  }

  @Test
  default void twoProgramsCannotContinueOneUpload() {
    var photos = photos();
    var interrupted =
        buffers(bytes(4_000), 700).concatWith(Mono.error(new IllegalStateException()));
    assertThatThrownBy(() -> await(photos.put(PHOTO, interrupted)))
        .isInstanceOf(IllegalStateException.class);
    var upload = await(photos.uploads(PHOTO)).get(0);

    await(photos.finish(upload, rest(bytes(9_000), upload.position()), Replaces.ANYTHING));

    assertThatThrownBy(() ->
            await(photos.finish(upload, rest(bytes(8_000), upload.position()), Replaces.ANYTHING)))
        .isInstanceOfAny(NotFoundException.class, ConflictException.class);
    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(9_000));
  }

  @Test
  default void anUploadIsAnnouncedAppendedToAndStored() {
    var photos = photos();
    var photo = bytes(7_500);
    var upload = await(photos.announce(photos.begin(PHOTO, "image/png")));
    assertThat(await(photos.upload(PHOTO, upload.generation()))).isEqualTo(upload);
    assertThat(await(photos.uploads("Sales"))).containsExactly(upload);

    var appended = await(photos.append(upload, buffers(part(photo, 0, 4_700), 700)));
    assertThat(appended.position()).as("full chunks only").isEqualTo(4_000);
    assertThat(await(photos.upload(PHOTO, upload.generation())).position()).isEqualTo(4_000);
    assertThatThrownBy(() -> await(photos.append(upload, buffers(bytes(2_000), 700))))
        .as("an upload as it was before")
        .isInstanceOfAny(PreconditionFailedException.class, ConflictException.class);
    var stored = await(photos.store(appended, rest(photo, 4_000), Acceptance.ALWAYS));

    assertThat(stored.replaced()).isEmpty();
    assertThat(stored.value().contentType()).isEqualTo("image/png");
    assertThat(await(photos.find(PHOTO))).isEqualTo(stored.value());
    assertThat(joined(photos.read(stored.value()))).isEqualTo(photo);
    assertThat(await(photos.uploads(PHOTO))).isEmpty();
    var second = await(photos.store(photos.begin(PHOTO), buffers(photo, 700), Acceptance.ALWAYS));
    assertThat(second.replaced()).contains(stored.value());
  }

  @Test
  default void aDiscardedUploadLeavesNoRowAndStoresNothingMore() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var upload = await(photos.append(photos.begin(PHOTO), buffers(bytes(4_000), 700)));

    photos.discard(PHOTO, upload.generation()).block(PATIENCE);
    photos.discard(PHOTO, upload.generation()).block(PATIENCE);

    assertThat(rows(employees)).isEmpty();
    assertThatThrownBy(() -> await(photos.append(upload, buffers(bytes(4_000), 700))))
        .isInstanceOfAny(NotFoundException.class, PreconditionFailedException.class);
    assertThat(rows(employees)).isEmpty();
  }

  @Test
  default void onlyTheAcceptedBytesBecomeTheValue() {
    var photos = photos();
    var first = await(photos.put(PHOTO, buffers(bytes(4_500), 700)));
    var acceptance = new Acceptance(Replaces.EXISTING, Optional.of(first.sha256()));

    assertThatThrownBy(
            () -> await(photos.store(photos.begin(PHOTO), buffers(bytes(4_501), 700), acceptance)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("sha256=other");
    assertThat(await(photos.find(PHOTO))).isEqualTo(first);
    assertThat(await(photos.uploads(PHOTO))).hasSize(1);
    var again = photos.store(photos.begin(PHOTO), buffers(bytes(4_500), 700), acceptance);
    assertThat(await(again).replaced()).contains(first);
  }

  @Test
  default void onlyTheContentWithWhichAnUploadBeganBecomesTheValue() {
    var photos = photos();
    var sha256 = await(photos.put(photoOf("Other"), buffers(bytes(4_500), 700))).sha256();
    var content = new ValueUpload.Declared("image/png", Optional.of(sha256));
    var upload = await(photos.append(photos.begin(PHOTO, content), buffers(bytes(2_000), 700)));
    assertThat(await(photos.upload(PHOTO, upload.generation())).content()).isEqualTo(content);
    var unread = Flux.<ByteBuffer>error(new AssertionError("the content is read"));
    var other = new Acceptance(Replaces.ANYTHING, Optional.of("0f".repeat(32)));

    assertThatThrownBy(() -> await(photos.store(upload, unread, other)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("sha256=other expected=" + sha256);
    assertThatThrownBy(
            () -> await(photos.store(upload, rest(bytes(4_501), 2_000), Acceptance.ALWAYS)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("sha256=other expected=" + sha256);
    var stored = await(photos.store(upload, rest(bytes(4_500), 2_000), Acceptance.ALWAYS));

    assertThat(stored.value().sha256()).isEqualTo(sha256);
  }

  @Test
  default void theLengthOfChunksHasLimits() {
    var photos = photos();

    assertThat(photos.withChunkBytes(1).begin(PHOTO).chunkBytes()).isOne();
    assertThat(
            photos.withChunkBytes(LargeValues.LARGEST_CHUNK_BYTES).begin(PHOTO).chunkBytes())
        .isEqualTo(LargeValues.LARGEST_CHUNK_BYTES);
    for (var wrong : List.of(0, LargeValues.LARGEST_CHUNK_BYTES + 1)) {
      assertThatThrownBy(() -> photos.withChunkBytes(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  default void rowKeysOfChunksAndUploadsAreReserved() {
    var photos = photos();

    for (var row : List.of("~chunk!a", "~upload!a")) {
      assertThatThrownBy(() -> photos.begin(new EntityKey("Sales", row)))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("rowKey=reserved");
    }
    assertThat(photos.begin(new EntityKey("Sales", "~chunk")).position()).isZero();
    assertThat(LargeValues.named(new EntityKey("Sales", "000223"), "photo")).isEqualTo(PHOTO);
  }

  @Test
  default void onlyOldUploadsAreCollected() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    await(photos.put(PHOTO, buffers(bytes(5_000), 500)));
    var interrupted =
        buffers(bytes(4_000), 700).concatWith(Mono.error(new IllegalStateException()));
    assertThatThrownBy(() -> await(photos.put(PHOTO, interrupted)))
        .isInstanceOf(IllegalStateException.class);
    var upload = await(photos.uploads(PHOTO)).get(0);

    assertThat(await(photos.collect("Sales", Duration.ofDays(1)))).isZero();
    assertThat(await(photos.withClock(later()).collect("Sales", Duration.ofDays(1))))
        .isOne();

    assertThat(rows(employees)).hasSize(6);
    assertThat(joined(photos.read(PHOTO))).isEqualTo(bytes(5_000));
    assertThatThrownBy(() ->
            await(photos.finish(upload, rest(bytes(9_000), upload.position()), Replaces.ANYTHING)))
        .isInstanceOfAny(
            NotFoundException.class,
            ServiceFailedException.class,
            PreconditionFailedException.class);
  }

  @Test
  default void aCollectionNearAKeyReadsAtMostSoManyRows() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK).withClock(later());
    for (var row : List.of("a", "b", "b", "c")) {
      await(photos.append(photos.begin(new EntityKey("Sales", row)), buffers(bytes(CHUNK), 700)));
    }
    var b = new EntityKey("Sales", "b");

    assertThat(await(photos.collectNear(b, Duration.ofDays(7), 4)))
        .as("too young")
        .isZero();
    assertThat(await(photos.collectNear(b, Duration.ofDays(1), 1))).isOne();
    assertThat(await(photos.uploads(b))).hasSize(1);
    assertThat(await(photos.collectNear(b, Duration.ofDays(1), 2))).isEqualTo(2);
    assertThat(await(photos.uploads("Sales")))
        .as("those before the key come last")
        .singleElement()
        .satisfies(upload -> assertThat(upload.key().rowKey()).isEqualTo("a"));
    assertThat(await(photos.collectNear(b, Duration.ofDays(1), 2))).isOne();
    assertThat(rows(employees)).isEmpty();
  }

  @Test
  default void onlyAllowedUploadsAreCollected() {
    var photos = photos().withClock(later());
    for (var row : List.of("a", "b")) {
      await(photos.append(photos.begin(new EntityKey("Sales", row)), buffers(bytes(CHUNK), 700)));
    }

    var collected = photos.collect(
        "Sales", Duration.ofDays(1), upload -> upload.key().rowKey().equals("a"));

    assertThat(await(collected)).isOne();
    assertThat(await(photos.uploads("Sales")))
        .singleElement()
        .satisfies(upload -> assertThat(upload.key().rowKey()).isEqualTo("b"));
  }

  @Test
  default void anUploadThatIsCollectedBetweenTwoBatchesStoresNothingMore() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);
    var collected = photos
        .uploads(PHOTO)
        .next()
        .repeatWhenEmpty(
            again -> again.delayElements(Duration.ofMillis(5))) // the first batch is on its way
        .then(Mono.defer(() -> photos.withClock(later()).collect("Sales", Duration.ofDays(1))))
        .doOnNext(number -> assertThat(number).isOne());
    var content = Flux.concat(
        buffers(bytes(3 * CHUNK), CHUNK),
        collected.thenMany(Flux.<ByteBuffer>empty()),
        buffers(bytes(6 * CHUNK), CHUNK));

    assertThatThrownBy(() -> await(photos.put(PHOTO, content)))
        .isInstanceOfAny(NotFoundException.class, PreconditionFailedException.class);

    assertThat(rows(employees)).isEmpty();
  }

  @Test
  default void aCollectorThatDiesAtAnyStepIsFollowedByAnother() {
    var employees = table("Employees");
    var photos = LargeValues.of(weir(), employees).withChunkBytes(CHUNK);

    KilledProgram.everywhere(
        weir(),
        (tables, run) -> {
          photos
              .put(
                  photoOf(run),
                  buffers(bytes(4_000), 500).concatWith(Mono.error(new IllegalStateException())))
              .onErrorComplete()
              .block(PATIENCE);
          return LargeValues.of(tables, employees)
              .withClock(later())
              .collect(run, Duration.ofDays(1));
        },
        run -> {
          await(photos.withClock(later()).collect(run, Duration.ofDays(1)));
          assertThat(
                  await(weir().query(employees, Query.ALL.where("PartitionKey eq '" + run + "'"))))
              .as(run)
              .isEmpty();
        });
  }

  private LargeValues photos() {
    return LargeValues.of(weir(), table("Employees")).withChunkBytes(CHUNK);
  }

  private List<String> rows(TableName table) {
    return await(weir().query(table, Query.ALL).map(Entity::rowKey));
  }
}
