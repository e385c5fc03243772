/** The client's tutorial: {@link io.weir.client.tutorial.Tutorial}, which runs as a test of several table services. */
package io.weir.client.tutorial;
