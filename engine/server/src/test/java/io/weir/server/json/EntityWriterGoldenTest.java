package io.weir.server.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.Selection;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EntityWriterGoldenTest {

  private static final ByteBufAllocator ALLOCATOR = PooledByteBufAllocator.DEFAULT;
  private static final TableAddress PEOPLE = new TableAddress(
      "http://127.0.0.1:10002/devstoreaccount1", AccountName.DEVELOPMENT, new TableName("People"));
  private static final long WRITTEN =
      EdmDateTime.parse("2020-11-07T01:23:21.055597Z").ticks();

  private final Entity small = Entity.builder("p'1", "r 2")
      .set("Name", "Ann \"A\" \u00e9\n\ud83d\ude00")
      .set("Age", 3)
      .build()
      .withTimestamp(WRITTEN);

  private final Entity everyType = Entity.builder("p", "r")
      .set("S", "")
      .set("I", Integer.MIN_VALUE)
      .set("L", Long.MAX_VALUE)
      .set("D", 3.0)
      .set("Dn", Double.NaN)
      .set("Di", Double.NEGATIVE_INFINITY)
      .set("B", true)
      .set("T", EdmDateTime.parse("1601-01-01T00:00:00Z"))
      .set("G", UUID.fromString("c9da6455-213d-42c9-9a79-3e9149a57833"))
      .set("X", new byte[] {1, 2, (byte) 0xFF, 0})
      .build()
      .withTimestamp(WRITTEN);

  @Test
  void noMetadata() {
    assertThat(one(MetadataLevel.NONE, Selection.ALL, small)).isEqualTo("""
            {"PartitionKey":"p'1","RowKey":"r 2","Timestamp":"2020-11-07T01:23:21.055597Z",\
            "Name":"Ann \\"A\\" \u00e9\\n\ud83d\ude00","Age":3}""");
  }

  @Test
  void minimalMetadata() {
    assertThat(one(MetadataLevel.MINIMAL, Selection.ALL, small)).isEqualTo("""
            {"odata.metadata":"http://127.0.0.1:10002/devstoreaccount1/$metadata#People/@Element",\
            "odata.etag":"W/\\"datetime'2020-11-07T01%3A23%3A21.055597Z'\\"",\
            "PartitionKey":"p'1","RowKey":"r 2","Timestamp":"2020-11-07T01:23:21.055597Z",\
            "Name":"Ann \\"A\\" \u00e9\\n\ud83d\ude00","Age":3}""");
  }

  @Test
  void fullMetadata() {
    assertThat(one(MetadataLevel.FULL, Selection.ALL, small)).isEqualTo("""
            {"odata.metadata":"http://127.0.0.1:10002/devstoreaccount1/$metadata#People/@Element",\
            "odata.type":"devstoreaccount1.People",\
            "odata.id":"http://127.0.0.1:10002/devstoreaccount1/People(PartitionKey='p%27%271',RowKey='r%202')",\
            "odata.etag":"W/\\"datetime'2020-11-07T01%3A23%3A21.055597Z'\\"",\
            "odata.editLink":"People(PartitionKey='p%27%271',RowKey='r%202')",\
            "PartitionKey":"p'1","RowKey":"r 2","Timestamp@odata.type":"Edm.DateTime",\
            "Timestamp":"2020-11-07T01:23:21.055597Z","Name":"Ann \\"A\\" \u00e9\\n\ud83d\ude00","Age":3}""");
  }

  @Test
  void eachTypeHasItsJsonForm() {
    assertThat(one(
            MetadataLevel.MINIMAL,
            Selection.of("S", "I", "L", "D", "Dn", "Di", "B", "T", "G", "X"),
            everyType))
        .endsWith("""
            ,"S":"","I":-2147483648,"L@odata.type":"Edm.Int64","L":"9223372036854775807","D":3.0,\
            "Dn@odata.type":"Edm.Double","Dn":"NaN","Di@odata.type":"Edm.Double","Di":"-Infinity","B":true,\
            "T@odata.type":"Edm.DateTime","T":"1601-01-01T00:00:00Z",\
            "G@odata.type":"Edm.Guid","G":"c9da6455-213d-42c9-9a79-3e9149a57833",\
            "X@odata.type":"Edm.Binary","X":"AQL/AA=="}""");
  }

  @Test
  void onlySelectedPropertiesAreWritten() {
    assertThat(one(MetadataLevel.NONE, Selection.of("RowKey", "Age", "Missing"), small))
        .isEqualTo("{\"RowKey\":\"r 2\",\"Age\":3,\"Missing\":null}");
  }

  @ParameterizedTest
  @EnumSource
  void absentPropertyIsNullWithoutATypeAtEachLevel(MetadataLevel level) {
    assertThat(one(level, Selection.of("None", "Age", "age"), small))
        .endsWith("\"Age\":3,\"None\":null,\"age\":null}");
  }

  @Test
  void nameThatNoPropertyHasIsLeftOut() {
    var names = Selection.of("odata.etag", "Age@odata.type", "a b", "", "x".repeat(256), "Age");

    assertThat(one(MetadataLevel.NONE, names, small)).isEqualTo("{\"Age\":3}");
  }

  @Test
  void listContainsTheTableNameOnce() {
    var written = text(new EntityWriter(PEOPLE, MetadataLevel.MINIMAL, Selection.of("Age"))
        .list(List.of(small, small), ALLOCATOR));

    var entity =
        "{\"odata.etag\":\"W/\\\"datetime'2020-11-07T01%3A23%3A21.055597Z'\\\"\",\"Age\":3}";
    assertThat(written)
        .isEqualTo(
            "{\"odata.metadata\":\"http://127.0.0.1:10002/devstoreaccount1/$metadata#People\",\"value\":["
                + entity + "," + entity + "]}");
  }

  @Test
  void linesAreConsecutive() {
    var out = ALLOCATOR.buffer();
    try (var lines = new EntityLines(out, Selection.of("Age"))) {
      lines.entity(small);
      lines.entity(small);
    }

    var line =
        "{\"odata.etag\":\"W/\\\"datetime'2020-11-07T01%3A23%3A21.055597Z'\\\"\",\"Age\":3}\n";
    assertThat(text(out)).isEqualTo(line + line);
  }

  @Test
  void tablesAreListed() {
    var json = new TableJson(PEOPLE.accountUrl(), PEOPLE.account(), MetadataLevel.MINIMAL);

    assertThat(text(json.list(List.of(new TableName("Aaa"), new TableName("bbb")), ALLOCATOR)))
        .isEqualTo(
            "{\"odata.metadata\":\"http://127.0.0.1:10002/devstoreaccount1/$metadata#Tables\","
                + "\"value\":[{\"TableName\":\"Aaa\"},{\"TableName\":\"bbb\"}]}");
  }

  @Test
  void oneTableWithFullMetadata() {
    var json = new TableJson(PEOPLE.accountUrl(), PEOPLE.account(), MetadataLevel.FULL);

    assertThat(text(json.one(new TableName("Aaa"), ALLOCATOR)))
        .isEqualTo(
            "{\"odata.metadata\":\"http://127.0.0.1:10002/devstoreaccount1/$metadata#Tables/@Element\","
                + "\"odata.type\":\"devstoreaccount1.Tables\","
                + "\"odata.id\":\"http://127.0.0.1:10002/devstoreaccount1/Tables('Aaa')\","
                + "\"odata.editLink\":\"Tables('Aaa')\",\"TableName\":\"Aaa\"}");
  }

  @Test
  void errorIsOneObject() {
    var out = ALLOCATOR.buffer();
    ErrorJson.write(out, "InvalidInput", "not \"good\"", "id", "2020-11-07T01:23:21Z");

    assertThat(text(out))
        .isEqualTo("{\"odata.error\":{\"code\":\"InvalidInput\",\"message\":{\"lang\":\"en-US\","
            + "\"value\":\"not \\\"good\\\"\\nRequestId:id\\nTime:2020-11-07T01:23:21Z\"}}}");
  }

  private static String one(MetadataLevel level, Selection selection, Entity entity) {
    return text(new EntityWriter(PEOPLE, level, selection).one(entity, ALLOCATOR));
  }

  private static String text(ByteBuf buffer) {
    var text = buffer.toString(UTF_8);
    buffer.release();
    return text;
  }
}
