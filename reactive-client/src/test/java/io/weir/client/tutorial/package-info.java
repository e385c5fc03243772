/** The client's tutorial: {@link io.weir.client.tutorial.Tutorial}, a test of every table service that it is given. */
package io.weir.client.tutorial;
