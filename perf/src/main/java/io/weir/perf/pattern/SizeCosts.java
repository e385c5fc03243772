package io.weir.perf.pattern;

import io.weir.api.Query;
import io.weir.api.TableName;
import io.weir.api.edm.EdmInt32;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import io.weir.pattern.WideEntities;
import io.weir.pattern.WideEntity;
import io.weir.pattern.filter.Condition;
import io.weir.pattern.large.LargeValues;
import io.weir.perf.pattern.CostMeter.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SplittableRandom;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * A value of 4 MiB, and an entity of 1,000 properties: by hand, one entity for each part, and by
 * the patterns.
 */
final class SizeCosts {

  private static final String LARGE = "large-values";
  private static final String WIDE = "wide-entities";
  private static final int PART = 64 << 10;
  private static final int PARTS = 64;
  private static final int PROPERTIES = 1_000;

  private final PatternBench bench;
  private final TableName parts = new TableName("Parts");
  private final TableName photos = new TableName("Photos");
  private final TableName ratings = new TableName("Ratings");
  private final TableName skills = new TableName("Skills");
  private final byte[] photo = new byte[PARTS * PART];

  SizeCosts(PatternBench bench) {
    this.bench = bench;
    new SplittableRandom(PARTS).nextBytes(photo);
  }

  void measure() throws IOException {
    for (var table : new TableName[] {parts, photos, ratings, skills}) {
      bench.create(table.value());
    }
    large();
    wide();
    bench.drop(parts, photos, ratings, skills);
  }

  private void large() throws IOException {
    var times = bench.effort().slowly();
    bench.store(
        LARGE,
        times + " values of 4 MiB",
        "an entity for each 64 KiB",
        Kind.NAIVE,
        () -> Flux.range(0, times).concatMap(this::writeParts).blockLast());
    bench.store(
        LARGE,
        times + " values of 4 MiB",
        "chunks",
        Kind.PATTERN,
        () -> Flux.range(0, times).concatMap(this::writeChunks).blockLast());
    bench
        .ask(LARGE, "write a new value of 4 MiB", times)
        .naive("an entity for each 64 KiB", i -> writeParts(times + i))
        .pattern("chunks", i -> writeChunks(times + i));
    bench
        .ask(LARGE, "read a value of 4 MiB", times)
        .naive("an entity for each 64 KiB", i -> readParts(i % times))
        .pattern("chunks", i -> readChunks(i % times));
  }

  private Mono<Void> writeParts(int number) {
    return Flux.range(0, PARTS)
        .concatMap(part -> bench
            .tables()
            .write(
                parts,
                new Write.Insert(Entity.builder("P" + number, Staff.id(part))
                    .set("Content", copy(part))
                    .build())))
        .then();
  }

  private byte[] copy(int part) {
    return Arrays.copyOfRange(photo, part * PART, (part + 1) * PART);
  }

  private Mono<Void> writeChunks(int number) {
    return LargeValues.of(bench.tables(), photos)
        .put(photoKey(number), Flux.defer(() -> Flux.just(ByteBuffer.wrap(photo))))
        .then();
  }

  /** Emits the length of the value. */
  private Mono<Integer> readParts(int number) {
    return bench
        .tables()
        .query(parts, partition("P" + number))
        .map(part -> part.getBinary("Content").orElseThrow().length())
        .reduce(0, Integer::sum);
  }

  private Mono<Integer> readChunks(int number) {
    return LargeValues.of(bench.tables(), photos)
        .read(photoKey(number))
        .map(ByteBuffer::remaining)
        .reduce(0, Integer::sum);
  }

  private static EntityKey photoKey(int number) {
    return new EntityKey("P" + number, "photo");
  }

  private void wide() throws IOException {
    var times = bench.effort().slowly();
    var what = times + " entities of 1,000 properties";
    bench.store(
        WIDE,
        what,
        "an entity for each property",
        Kind.NAIVE,
        () -> Flux.range(0, times).concatMap(this::writeRatings).blockLast());
    bench.store(
        WIDE,
        what,
        "rows of 250 properties",
        Kind.PATTERN,
        () -> Flux.range(0, times).concatMap(this::writeSkills).blockLast());
    bench
        .ask(WIDE, "read 1,000 properties", times)
        .naive(
            "an entity for each property",
            i -> bench.tables().query(ratings, partition("E" + i % times)).count())
        .pattern(
            "rows of 250 properties",
            i -> WideEntities.of(bench.tables(), skills).get(skillsKey(i % times)));
    bench
        .ask(WIDE, "change one property", times)
        .naive(
            "an entity for each property, apart from the others",
            i -> bench
                .tables()
                .write(ratings, new Write.Upsert(rating(i % times, i), WriteMode.REPLACE))
                .then())
        .pattern(
            "rows of 250 properties, all as one",
            i -> WideEntities.of(bench.tables(), skills)
                .update(skillsKey(i % times), each -> each.with("Skill0007", new EdmInt32(100 + i)))
                .then());
  }

  private Mono<Void> writeRatings(int number) {
    return Flux.range(0, PROPERTIES)
        .flatMap(
            skill -> bench.tables().write(ratings, new Write.Insert(rating(number, skill))), PARTS)
        .then();
  }

  private static Entity rating(int number, int skill) {
    return Entity.builder("E" + number, String.format("Skill%04d", skill))
        .set("Rating", skill % 5)
        .build();
  }

  private Mono<WideEntity> writeSkills(int number) {
    var all = new LinkedHashMap<String, EdmInt32>();
    for (var skill = 0; skill < PROPERTIES; skill++) {
      all.put(String.format("Skill%04d", skill), new EdmInt32(skill % 5));
    }
    return WideEntities.of(bench.tables(), skills).insert(WideEntity.of(skillsKey(number), all));
  }

  private static EntityKey skillsKey(int number) {
    return new EntityKey("E" + number, "skills");
  }

  private static Query partition(String key) {
    return Query.ALL.where(Condition.partitionKey().is(key).filter());
  }
}
