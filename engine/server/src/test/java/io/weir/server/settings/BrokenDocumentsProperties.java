package io.weir.server.settings;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.api.error.InvalidRequestException;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Every document of settings is either parsed or rejected, and a parsed document is preserved. */
final class BrokenDocumentsProperties {

  private static final String POLICIES =
      "<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers><SignedIdentifier><Id>\ud83d\ude00 one</Id>"
          + "<AccessPolicy><Start>2020-01-02</Start><Permission>raud</Permission></AccessPolicy>"
          + "</SignedIdentifier></SignedIdentifiers>";
  private static final String PROPERTIES = "<StorageServiceProperties><Cors><CorsRule>"
      + "<AllowedOrigins>http://a,b</AllowedOrigins><AllowedMethods>GET</AllowedMethods>"
      + "<AllowedHeaders>x-*</AllowedHeaders><ExposedHeaders/><MaxAgeInSeconds>5</MaxAgeInSeconds>"
      + "</CorsRule></Cors></StorageServiceProperties>";
  private static final List<String> PIECES = List.of(
      "<",
      ">",
      "</",
      "/>",
      "&",
      "&amp;",
      "&#0;",
      "&#x41;",
      "&lt;b/&gt;",
      "<!--",
      "-->",
      "<![CDATA[",
      "]]>",
      "<?xml version=\"1.1\"?>",
      "<?a b?>",
      "<!DOCTYPE a>",
      "<!DOCTYPE a [<!ENTITY b 'c'>]>",
      "&b;",
      "xmlns:a='b'",
      "<a:b>",
      " c='d'",
      "\u0000",
      "\ud800",
      "\ufeff",
      "\r\n",
      "<Id>",
      "</Id>",
      "<Cors>",
      "</Cors>",
      "é");

  @Property(tries = 2_000)
  void brokenPoliciesAreParsedOrRejected(@ForAll long seed) {
    try {
      var parsed = AccessPolicies.parse(broken(POLICIES, seed));

      assertThat(AccessPolicies.parse(parsed.document())).isEqualTo(parsed);
    } catch (InvalidRequestException rejected) {
      assertThat(rejected.code().status()).isEqualTo(400);
    }
  }

  @Property(tries = 2_000)
  void brokenPropertiesAreParsedOrRejected(@ForAll long seed) {
    try {
      var parsed = ServiceProperties.parse(broken(PROPERTIES, seed));

      var reparsed = ServiceProperties.parse(parsed.document());
      assertThat(reparsed.texts()).containsAllEntriesOf(parsed.texts());
    } catch (InvalidRequestException rejected) {
      assertThat(rejected.code().status()).isEqualTo(400);
    }
  }

  @Property(tries = 1)
  void intactDocumentsAreParsed() {
    assertThatCode(() -> AccessPolicies.parse(POLICIES.getBytes(UTF_8))).doesNotThrowAnyException();
    assertThatCode(() -> ServiceProperties.parse(PROPERTIES.getBytes(UTF_8)))
        .doesNotThrowAnyException();
  }

  /** Applies a few cuts and insertions. Every second time it changes single bytes as well. */
  private static byte[] broken(String document, long seed) {
    var random = new SplittableRandom(seed);
    var text = new StringBuilder(document);
    for (var edits = random.nextInt(4); edits >= 0; edits--) {
      var from = random.nextInt(text.length() + 1);
      var to = Math.min(text.length(), from + random.nextInt(12));
      text.replace(from, to, random.nextBoolean() ? PIECES.get(random.nextInt(PIECES.size())) : "");
    }
    var bytes = text.toString().getBytes(UTF_8);
    for (var flips = random.nextInt(4) - 1; flips > 0 && bytes.length > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
